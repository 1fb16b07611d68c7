#include "data/galaxies/galaxy_model.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "data/galaxies/density_profile.hpp"
#include "data/galaxies/eddington.hpp"

namespace milkomeda {
namespace {

// Inverts the mass profile where the mass grows; a constant tail has no inverse.
PiecewiseLinear growing_part_inverted(const std::vector<double>& radii, const std::vector<double>& masses) {
    std::size_t points = 1;
    while (points < masses.size() && masses[points] > masses[points - 1]) ++points;
    const auto end = static_cast<std::ptrdiff_t>(points);
    return {{masses.begin(), masses.begin() + end}, {radii.begin(), radii.begin() + end}};
}

// Error of a model that exceeds double precision: the masses or lengths of components differ by too many
// powers of ten, or velocities are too small for the mass.
struct PrecisionExceeded : std::invalid_argument {
    PrecisionExceeded()
        : invalid_argument{"its masses, lengths or velocities differ by too many powers of ten for double precision"} {}
};

void require_valid_rows(const RadialProfiles& profiles) {
    const auto ascends = [](const std::vector<double>& column) {
        return std::ranges::all_of(column, [](double number) { return std::isfinite(number); }) &&
               std::ranges::is_sorted(column);
    };
    const bool sound = profiles.radii.size() > 2 && ascends(profiles.radii) && profiles.radii.front() == 0 &&
                       ascends(profiles.inside) && std::ranges::all_of(profiles.masses, ascends) &&
                       ascends({profiles.psi.rbegin(), profiles.psi.rend()}) && profiles.psi.front() > 0 &&
                       std::ranges::all_of(profiles.masses, [](const auto& masses) { return masses.back() > 0; });
    if (!sound) throw PrecisionExceeded{};
}

// Returns the mass inside each radius, by Simpson's rule in ln r, normalized to the total mass.
std::vector<double> masses_inside(const DensityProfile& profile, double mass, const std::vector<double>& radii) {
    const auto per_ln_r = [&](double r) { return r * r * r * profile.density(r); };
    // Inside the innermost radius the density is assumed to be a power law.
    const double inner = radii[1];
    std::vector<double> masses{0, per_ln_r(inner) / (3 + profile.slope(inner))};
    for (std::size_t i = 2; i < radii.size(); ++i) {
        const double a = radii[i - 1], b = radii[i];
        masses.push_back(masses.back() +
                         std::log(b / a) / 6 * (per_ln_r(a) + 4 * per_ln_r(std::sqrt(a * b)) + per_ln_r(b)));
    }
    const double scale = mass / masses.back();
    for (double& m : masses) m *= scale;
    return masses;
}

RadialProfiles closed_form_profiles(const std::vector<SpheroidSpec>& specs, const ExponentialDisk* disk) {
    constexpr double step = 0.01;  // step in ln r for which linear interpolation is accurate to 1e-5
    // upper limit, which only an infinite ratio outermost / innermost reaches
    constexpr double most_points = 1e6;
    double innermost = 1, outermost = 0;
    if (disk) innermost = 1e-3 * disk->spec().scale_length, outermost = disk->outermost();
    for (const SpheroidSpec& spec : specs) {
        innermost = std::min(innermost, 1e-3 * spec.radius);
        outermost = std::max(outermost, DensityProfile(spec).outermost());
    }
    const double steps = std::ceil(std::log(outermost / innermost) / step);
    if (!(steps >= 2 && steps <= most_points)) throw PrecisionExceeded{};
    const int points = static_cast<int>(steps);
    RadialProfiles profiles{{0}, {}, {}, {}};
    for (int i = 0; i <= points; ++i)
        profiles.radii.push_back(innermost * std::pow(outermost / innermost, double(i) / points));

    std::vector<double>& all = profiles.inside;
    for (const double r : profiles.radii) all.push_back(disk ? disk->mass_inside_sphere(r) : 0);
    for (const SpheroidSpec& spec : specs) {
        profiles.masses.push_back(masses_inside(DensityProfile(spec), spec.mass, profiles.radii));
        std::transform(all.begin(), all.end(), profiles.masses.back().begin(), all.begin(), std::plus<>{});
    }
    // Integrates psi = integral of M / r d ln r inward from the outermost radius, outside of which there is no mass.
    std::vector<double>& psi = profiles.psi;
    psi.assign(profiles.radii.size(), all.back() / profiles.radii.back());
    for (std::size_t i = psi.size() - 1; i > 1; --i) {
        const double a = profiles.radii[i - 1], b = profiles.radii[i];
        psi[i - 1] = psi[i] + std::log(b / a) * (all[i - 1] / a + all[i] / b) / 2;
    }
    // psi(0) - psi(r1) = integral of M / r^2 dr, which is M1 / r1 for M ~ r^2; for other profiles the error is small
    psi[0] = psi[1] + all[1] / profiles.radii[1];
    return profiles;
}

// Returns the distribution function of a spheroid with analytic profile in the potential of the whole galaxy.
PiecewiseLinear distribution(std::string_view name, const SpheroidSpec& spec, const RadialProfiles& profiles,
                             const std::vector<double>& own_mass) {
    const DensityProfile profile(spec);
    std::vector<double> psi, slopes;
    for (std::size_t i = profiles.radii.size() - 1; i >= 1; --i) {
        const double r = profiles.radii[i];
        if (r > profile.outermost()) continue;
        // d rho/d r = rho slope / r and d psi/d r = -M / r^2. The normalization of the density cancels in the table of
        // speeds.
        psi.push_back(profiles.psi[i]);
        slopes.push_back(-profile.density(r) * profile.slope(r) * r / profiles.inside[i]);
    }
    PiecewiseLinear f = eddington(psi, slopes);
    // Share of the spheroid's mass for which the distribution function is negative.
    double negative = 0, all = 0;
    for (std::size_t i = 1; i < profiles.radii.size(); ++i) {
        const double shell = own_mass[i] - own_mass[i - 1];
        (f(profiles.psi[i]) >= 0 ? all : negative) += shell;
    }
    if (!(negative <= 0.02 * (negative + all)))
        throw std::invalid_argument("the " + std::string(name) +
                                    " has no equilibrium with isotropic velocities in this galaxy: make it "
                                    "more concentrated, or the other components less concentrated");
    return f;
}

InverseCdfTable speed_table(const std::vector<double>& all_psi, double cutoff,
                            const std::function<double(double energy)>& f) {
    constexpr std::size_t every = 4;  // the table uses every fourth radius, so that its radii differ by 4 %
    constexpr int speeds = 256;
    std::vector<double> psi, shares;
    for (std::size_t i = all_psi.size(); i-- > 0;)
        if ((i % every == 0 || i + 1 == all_psi.size()) && all_psi[i] > cutoff &&
            (psi.empty() || all_psi[i] > psi.back()))
            psi.push_back(all_psi[i]);
    for (int i = 0; i <= speeds; ++i) shares.push_back(double(i) / speeds);
    return {psi, shares, [&](std::size_t row, std::size_t i) {
                const double x2 = shares[i] * shares[i];
                return x2 * std::max(0.0, f(psi[row] - x2 * (psi[row] - cutoff)));
            }};
}

}  // namespace

double Spheroid::speed(double at, double fraction) const {
    if (at <= cutoff) return 0;
    return std::sqrt(2 * (at - cutoff)) * relative_speeds(at, fraction);
}

void GalaxyModel::add(std::string_view name, const SpheroidSpec& spec, const RadialProfiles& profiles, std::size_t i) {
    const std::vector<double>& masses = profiles.masses[i];
    Spheroid spheroid{name,
                      masses.back(),
                      PiecewiseLinear(profiles.radii, masses),
                      growing_part_inverted(profiles.radii, masses),
                      spec.cutoff,
                      {}};
    if (*spec.profile == Profile::king) {
        const double s2 = spec.dispersion * spec.dispersion;
        spheroid.relative_speeds = speed_table(profiles.psi, spec.cutoff,
                                               [&](double energy) { return std::expm1((energy - spec.cutoff) / s2); });
    } else if (*spec.profile == Profile::uniform) {
        // Virial theorem for a homogeneous sphere: W = -3/5 M^2 / R, and 2 K = 3 M sigma^2.
        spheroid.dispersion = std::sqrt(spec.virial_ratio * spec.mass / (5 * spec.radius));
    } else {
        spheroid.relative_speeds = speed_table(profiles.psi, 0, distribution(name, spec, profiles, masses));
    }
    spheroids.push_back(std::move(spheroid));
}

GalaxyModel::GalaxyModel(const GalaxySpec& spec) {
    if (spec.disk) disk.emplace(*spec.disk);
    gas = spec.gas;
    if (gas && !(gas_mass() < disk->mass()))
        throw std::invalid_argument("the gas is a part of the disk, so its mass must be smaller than that of the disk");
    std::vector<std::string_view> names;
    std::vector<SpheroidSpec> specs;
    const auto take = [&](std::string_view name, const std::optional<SpheroidSpec>& spheroid) {
        if (spheroid) names.push_back(name), specs.push_back(*spheroid);
    };
    take("bulge", spec.bulge), take("halo", spec.halo), take("stars", spec.stars);

    const auto kings = std::ranges::count(specs, Profile::king, [](const auto& s) { return *s.profile; });
    if (kings > 0 && kings < std::ssize(specs))
        throw std::invalid_argument(
            "a spheroid with profile \"king\" cannot be combined with spheroids of other profiles");
    const ExponentialDisk* const pull = disk ? &*disk : nullptr;
    const RadialProfiles profiles =
        kings > 0 ? king_profiles(specs, spec.central_potential, pull) : closed_form_profiles(specs, pull);
    require_valid_rows(profiles);
    psi = PiecewiseLinear(profiles.radii, profiles.psi);
    for (std::size_t i = 0; i < specs.size(); ++i) add(names[i], specs[i], profiles, i);
}

double GalaxyModel::spheroids_inside(double r) const {
    double sum = 0;
    for (const Spheroid& spheroid : spheroids) sum += spheroid.mass_inside(r);
    return sum;
}

double GalaxyModel::gas_mass() const {
    if (!gas) return 0;
    return gas->fraction ? *gas->fraction * disk->mass() : gas->mass;
}

double GalaxyModel::stellar_share() const { return 1 - gas_mass() / disk->mass(); }

double GalaxyModel::mass() const {
    double sum = disk ? disk->mass() : 0;
    for (const Spheroid& spheroid : spheroids) sum += spheroid.mass;
    return sum;
}

}  // namespace milkomeda
