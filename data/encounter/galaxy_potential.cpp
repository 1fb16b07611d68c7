#include "data/encounter/galaxy_potential.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "data/base/units.hpp"
#include "data/encounter/encounter_parameters.hpp"
#include "data/galaxies/galaxy_model.hpp"
#include "data/galaxies/milky_way.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t bins = 10'000;

double center_of(std::size_t bin) { return (static_cast<double>(bin) + 0.5) * GalaxyPotential::bin_width; }

// Inside of the published tables, lengths are R = 10 r and the total mass is 7.13333.
constexpr std::size_t mass_bins = 2'000;  // the mass ends here
constexpr double total = 7.13333, attraction_scale = 100 / total, density_scale = 1000 / total;

// Constants of the tables. The Fortran code rounds these constants to single precision. This changes the attraction by
// 1e-7, and close encounters amplify the change by up to 1000.
struct Constants {
    double shell = 0.01;  // thickness of a shell in R
    double softening = 0.1, bulge_length = 0.2, bulge_mass = 0.3333;

    double edge_of(std::size_t bin) const { return static_cast<double>(bin + 1) * shell; }
    double shell_volume(double r) const { return 4 * std::numbers::pi * r * r * shell; }
};

Constants constants_of(RigidGalaxy model) {
    if (model == RigidGalaxy::archive) return {};
    return {.shell = 10 * double{0.001f}, .softening = 0.1f, .bulge_length = 0.2f, .bulge_mass = 0.3333f};
}

// Returns the mass within the upper edge of each of mass_bins shells.
std::vector<double> enclosed_masses(RigidGalaxy model) {
    const Constants constants = constants_of(model);
    constexpr double halo_mass = 5.8, halo_length = 10, core = 0.1;
    const double normalization =
        1 / (1 - std::sqrt(std::numbers::pi) * core * std::exp(core * core) * (1 - error_function(model, core)));
    const double halo_scale =
        halo_mass * normalization / (2 * std::pow(std::numbers::pi, 1.5) * std::pow(halo_length, 3));
    std::vector<double> halo_and_disk, bulge;
    double sum = 0, bulge_sum = 0;
    for (std::size_t i = 0; i < mass_bins; ++i) {
        const double r = constants.edge_of(i), x = r / halo_length, y = r / constants.bulge_length;
        const double halo = halo_scale * std::exp(-x * x) / (x * x + core * core);
        const double disk = std::exp(-r) / (8 * std::numbers::pi);
        sum += (halo + disk) * constants.shell_volume(r);
        bulge_sum += std::exp(-y * y) * constants.shell_volume(r);
        halo_and_disk.push_back(sum);
        bulge.push_back(bulge_sum);
    }
    std::vector<double> masses(mass_bins);
    std::ranges::transform(halo_and_disk, bulge, masses.begin(),
                           [&](double mass, double part) { return mass + part * constants.bulge_mass / bulge_sum; });
    return masses;
}

}  // namespace

double error_function(RigidGalaxy model, double x) {
    if (model != RigidGalaxy::archive) return std::erf(x);
    constexpr std::array coefficients{0.17087277,  -0.82215223, 1.48851587, -1.13520398, 0.27886807,
                                      -0.18628806, 0.09678418,  0.37409196, 1.00002368,  -1.26551223};
    const double t = 1 / (1 + x / 2);
    double sum = 0;
    for (const double coefficient : coefficients) sum = sum * t + coefficient;
    return 1 - t * std::exp(sum - x * x);
}

GalaxyPotential::GalaxyPotential(RigidGalaxy model) : model_{model} {
    if (model == RigidGalaxy::milky_way)
        fill_milky_way();
    else
        fill_published(enclosed_masses(model));
}

void GalaxyPotential::fill_published(const std::vector<double>& mass) {
    // The codes soften R^2 by 0.1 (edge - R): the Fortran code within the edge, the archive code at all radii.
    const bool is_archive = model_ == RigidGalaxy::archive;
    const Constants constants = constants_of(model_);
    const double softening_edge = is_archive ? 0.51 : constants.edge_of(49);
    std::vector<double> force(mass_bins), effective_mass(mass_bins), density(mass_bins);
    for (std::size_t i = 0; i < mass_bins; ++i) {
        const double r = constants.edge_of(i);
        const bool is_softened = is_archive || r < softening_edge;
        force[i] = mass[i] / (r * r + (is_softened ? constants.softening * (softening_edge - r) : 0));
        effective_mass[i] = r * r * force[i];
        density[i] = effective_mass[i] / constants.shell_volume(r);
    }
    attraction_.resize(bins);
    density_.assign(bins, 0);
    dispersion_.assign(bins, 1e-6 * attraction_scale);
    for (std::size_t i = 0; i < mass_bins; ++i) {
        // Integral of the Jeans equation from the bin outward. The published codes begin a shell farther out.
        double pressure = 0, r = constants.edge_of(i);
        for (std::size_t k = i; k < mass_bins; ++k) {
            r += constants.shell;
            pressure += density[k] * effective_mass[k] / (r * r) * constants.shell;
        }
        attraction_[i] = force[i] * attraction_scale;
        density_[i] = density[i] * density_scale;
        dispersion_[i] = pressure / density[i] * attraction_scale;
    }
    for (std::size_t i = mass_bins; i < bins; ++i) {
        const double r = constants.edge_of(is_archive ? i - 1 : i);  // the archive code is a bin late
        attraction_[i] = mass.back() / (r * r) * attraction_scale;
    }
    mass_within_edge_ = mass.back() / total;
    disk_mass_ = 1 / total;
}

void GalaxyPotential::fill_milky_way() {
    constexpr double length = encounter_kpc / kpc_per_length, unit_radius = 2;  // the mass within unit_radius is 1
    const GalaxyModel model{milky_way_spec()};
    const Spheroid& halo = *std::ranges::find(model.spheroids, "halo", &Spheroid::name);
    const auto inside = [&](double r) {
        return model.spheroids_inside(length * r) + model.disk->mass_inside_sphere(length * r);
    };
    const double scale = 1 / inside(unit_radius);
    mass_within_edge_ = scale * model.mass();
    disk_mass_ = scale * model.disk->mass();
    attraction_.resize(bins);
    density_.resize(bins);
    dispersion_.assign(bins, 1);
    for (std::size_t i = 0; i < bins; ++i) {
        constexpr double half_shell = 0.01;  // half the thickness of the shell of the density, as a share of r
        const double r = center_of(i), outer = (1 + half_shell) * r, inner = (1 - half_shell) * r;
        attraction_[i] = scale * inside(r) / (r * r);
        density_[i] = scale * (halo.mass_inside(length * outer) - halo.mass_inside(length * inner)) /
                      (4 * std::numbers::pi / 3 * (outer * outer * outer - inner * inner * inner));
    }
    // Jeans equation of the halo: density * dispersion^2 is the integral of density * attraction from r outward.
    double pressure = 0;
    for (std::size_t i = bins; i-- > 0;) {
        const double step = density_[i] * attraction_[i] * bin_width;
        if (density_[i] > 0) dispersion_[i] = std::sqrt((pressure + step / 2) / density_[i]);
        pressure += step;
    }
}

// Returns the last bin for NaN and for large distances.
std::size_t GalaxyPotential::bin(double r) {
    constexpr double bins_per_length = 1 / bin_width;
    const double place = r * bins_per_length;
    return place < static_cast<double>(bins - 1) ? static_cast<std::size_t>(place) : bins - 1;
}

double GalaxyPotential::attraction(double r) const {
    const double beyond = r / center_of(bins - 1);
    if (model_ == RigidGalaxy::milky_way && beyond > 1) return attraction_.back() / (beyond * beyond);
    return attraction_[bin(r)];
}

double GalaxyPotential::mass_edge() const { return model_ == RigidGalaxy::milky_way ? 8 : 2; }

double GalaxyPotential::circular_speed(double r, double mass) const { return std::sqrt(mass * attraction(r) * r); }

double GalaxyPotential::smooth_attraction_over_r(double r) const {
    // Within the first bin, the attraction grows linearly from 0.
    const double inner = std::max(r, bin_width);
    const auto last = static_cast<std::size_t>(std::lround(mass_edge() / bin_width)) - 1;  // bin of the mass
    const double place = std::clamp(inner / bin_width - 0.5, 0.0, static_cast<double>(last));
    const std::size_t lower = std::min(static_cast<std::size_t>(place), last - 1);
    const double share = place - static_cast<double>(lower);
    return std::lerp(attraction_[lower], attraction_[lower + 1], share) / inner;
}

const GalaxyPotential& potential_of(RigidGalaxy model) {
    static const std::array potentials{GalaxyPotential{RigidGalaxy::archive}, GalaxyPotential{RigidGalaxy::milky_way},
                                       GalaxyPotential{RigidGalaxy::fortran}};
    return potentials[static_cast<std::size_t>(model)];
}

}  // namespace milkomeda
