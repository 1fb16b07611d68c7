#include "data/galaxies/king_model.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace milkomeda {
namespace {

using std::numbers::pi;

// State of the outward integration: the potential, and the enclosed mass of each spheroid.
struct Shell {
    double psi;
    std::vector<double> masses;
};

Shell advanced(Shell from, double step, const Shell& slope) {
    from.psi += step * slope.psi;
    for (std::size_t i = 0; i < from.masses.size(); ++i) from.masses[i] += step * slope.masses[i];
    return from;
}

// Returns the derivatives by ln r, from the first integral of Poisson's equation: dpsi/dr = -M / r^2, dM/dr =
// 4 pi r^2 rho.
Shell slope_at(double r, double disk_mass, const Shell& at, const std::vector<KingSpheroid>& spheroids) {
    Shell slope{0, {}};
    double inside = disk_mass;
    for (std::size_t i = 0; i < spheroids.size(); ++i) {
        slope.masses.push_back(4 * pi * r * r * r * spheroids[i].density(at.psi));
        inside += at.masses[i];
    }
    slope.psi = -inside / r;
    return slope;
}

KingSpheroid king_spheroid(const SpheroidSpec& spec, double central_psi) {
    KingSpheroid spheroid{spec.dispersion, spec.cutoff, 1};
    const double w = spheroid.w(central_psi);
    if (!(w > 0)) throw std::invalid_argument("the cutoff of a King model must be smaller than the central potential");
    spheroid.density_scale = spec.central_density / king_density(w);
    return spheroid;
}

}  // namespace

double king_density(double w) {
    if (w <= 0) return 0;
    return std::max(0.0, std::exp(w) * std::erf(std::sqrt(w)) - std::sqrt(4 * w / pi) * (1 + 2 * w / 3));
}

double KingSpheroid::density(double psi) const { return density_scale * king_density(w(psi)); }

RadialProfiles king_profiles(const std::vector<SpheroidSpec>& specs, double central_psi, const ExponentialDisk* disk) {
    constexpr double innermost = 1e-3;
    // step in ln r for which the fourth-order Runge-Kutta method is accurate to 1e-8
    constexpr double step = 0.01;
    constexpr double farthest = 1e5;

    // Inside the innermost radius the density is assumed to be constant.
    std::vector<KingSpheroid> spheroids;
    Shell shell{central_psi, {}};
    const double volume = 4 * pi / 3 * innermost * innermost * innermost;
    for (const SpheroidSpec& spec : specs) {
        spheroids.push_back(king_spheroid(spec, central_psi));
        shell.masses.push_back(volume * spheroids.back().density(central_psi));
        shell.psi -= shell.masses.back() / (2 * innermost);
    }
    RadialProfiles profiles{{0}, {central_psi}, std::vector(specs.size(), std::vector<double>{0}), {0}};
    const auto disk_inside = [&](double r) { return disk ? disk->mass_inside_sphere(r) : 0; };
    double r = innermost, disk_mass = disk_inside(r);
    const auto record = [&](double at, double psi) {
        profiles.radii.push_back(at), profiles.psi.push_back(psi), profiles.inside.push_back(disk_mass);
        for (std::size_t i = 0; i < specs.size(); ++i) {
            profiles.masses[i].push_back(shell.masses[i]);
            profiles.inside.back() += shell.masses[i];
        }
    };
    while (shell.psi > 0) {
        if (r > farthest)
            throw std::invalid_argument(
                "the potential of the King models does not fall to 0 within a radius of 100000 model units: lower "
                "their cutoffs or raise their central densities");
        record(r, shell.psi);
        const double middle = r * std::exp(step / 2), outer = r * std::exp(step);
        const double disk_middle = disk_inside(middle), disk_outer = disk_inside(outer);
        const Shell k1 = slope_at(r, disk_mass, shell, spheroids);
        const Shell k2 = slope_at(middle, disk_middle, advanced(shell, step / 2, k1), spheroids);
        const Shell k3 = slope_at(middle, disk_middle, advanced(shell, step / 2, k2), spheroids);
        const Shell k4 = slope_at(outer, disk_outer, advanced(shell, step, k3), spheroids);
        for (const auto& [slope, weight] : {std::pair{k1, 1.0}, {k2, 2.0}, {k3, 2.0}, {k4, 1.0}})
            shell = advanced(shell, step * weight / 6, slope);
        r = outer, disk_mass = disk_outer;
    }
    // The edge is within the last step, where psi is linear because the remaining mass is zero.
    const double along = profiles.psi.back() / (profiles.psi.back() - shell.psi);
    record(profiles.radii.back() + along * (r - profiles.radii.back()), 0);
    return profiles;
}

}  // namespace milkomeda
