#include "data/galaxy_model.hpp"

#include <cmath>
#include <numbers>

namespace milkomeda {
namespace {

using std::numbers::pi;

// Fits to the dataset.
constexpr double central_psi = 5.2;
constexpr double halo_dispersion = 0.96, halo_central_density = 0.664588;
constexpr double bulge_dispersion = 0.71, bulge_cutoff = 2.870477, bulge_central_density = 14.5;

KingSpheroid fitted_halo() {
    KingSpheroid halo{halo_dispersion, 0, 1};
    halo.density_scale = halo_central_density / king_density(halo.w(central_psi));
    return halo;
}

KingSpheroid fitted_bulge() {
    KingSpheroid bulge{bulge_dispersion, bulge_cutoff, 1};
    bulge.density_scale = bulge_central_density * std::exp(-bulge.w(central_psi));
    return bulge;
}

// What is integrated outwards: the potential and the masses inside.
struct Shell {
    double psi, bulge_mass, halo_mass;
};

Shell advanced(Shell from, double step, Shell slope) {
    return {from.psi + step * slope.psi, from.bulge_mass + step * slope.bulge_mass,
            from.halo_mass + step * slope.halo_mass};
}

// Derivatives by ln r of Poisson's equation in its first integral, dpsi/dr = -M / r^2, dM/dr = 4 pi r^2 rho.
Shell slope_at(double r, double disk_mass, Shell at, const GalaxyModel& model) {
    const double shell_volume = 4 * pi * r * r * r;
    return {-(at.bulge_mass + at.halo_mass + disk_mass) / r, shell_volume * model.bulge.density(at.psi),
            shell_volume * model.halo.density(at.psi)};
}

// Only where mass is added: a constant tail has no inverse.
Curve growing_part_inverted(const std::vector<double>& radii, const std::vector<double>& masses) {
    std::size_t points = 1;
    while (points < masses.size() && masses[points] > masses[points - 1]) ++points;
    const auto end = static_cast<std::ptrdiff_t>(points);
    return {{masses.begin(), masses.begin() + end}, {radii.begin(), radii.begin() + end}};
}

// The integral of v^2 f up to the speed v, in units that leave x^2 (exp(w - x^2) - 1) under it; x^2 = v^2/2
// over the dispersion squared.
double bodies_slower_than(double x, double w) {
    const double gauss = std::sqrt(pi) / 4 * std::erf(x) - x / 2 * std::exp(-x * x);
    return std::exp(w) * gauss - x * x * x / 3;
}

}  // namespace

double king_density(double w) {
    if (w <= 0) return 0;
    return std::max(0.0, std::exp(w) * std::erf(std::sqrt(w)) - std::sqrt(4 * w / pi) * (1 + 2 * w / 3));
}

double KingSpheroid::density(double psi) const {
    return density_scale * king_density(w(psi));
}

double KingSpheroid::speed(double psi, double fraction) const {
    const double depth = w(psi);
    if (depth <= 0) return 0;
    double low = 0, high = std::sqrt(depth);
    const double wanted = fraction * bodies_slower_than(high, depth);
    const double precision = 1e-9 * high;

    // Newton's method, halving instead whenever it would leave the bracket.
    double x = high / 2;
    for (int i = 0; i < 60; ++i) {
        const double excess = bodies_slower_than(x, depth) - wanted;
        (excess > 0 ? high : low) = x;
        const double newton = x - excess / (x * x * std::expm1(depth - x * x));
        const double next = newton > low && newton < high ? newton : (low + high) / 2;
        const bool converged = std::abs(next - x) < precision;
        x = next;
        if (converged) break;
    }
    return x * std::numbers::sqrt2 * dispersion;
}

GalaxyModel::GalaxyModel() : bulge(fitted_bulge()), halo(fitted_halo()) {
    constexpr double innermost = 1e-3;
    constexpr double step = 0.01;  // in ln r; Runge and Kutta's fourth order is then exact to 1e-8

    // Inside the innermost radius the density is constant.
    const double volume = 4 * pi / 3 * innermost * innermost * innermost;
    const double bulge_density = bulge.density(central_psi), halo_density = halo.density(central_psi);
    Shell shell{central_psi - volume * (bulge_density + halo_density) / (2 * innermost),
                volume * bulge_density, volume * halo_density};
    std::vector<double> radii{0}, depths{central_psi}, bulge_masses{0}, halo_masses{0};
    const auto record = [&](double r, Shell s) {
        radii.push_back(r), depths.push_back(s.psi);
        bulge_masses.push_back(s.bulge_mass), halo_masses.push_back(s.halo_mass);
    };

    double r = innermost, disk_mass = disk.mass_inside_sphere(r);
    while (shell.psi > 0) {
        record(r, shell);
        const double middle = r * std::exp(step / 2), outer = r * std::exp(step);
        const double disk_middle = disk.mass_inside_sphere(middle),
                     disk_outer = disk.mass_inside_sphere(outer);
        const Shell k1 = slope_at(r, disk_mass, shell, *this);
        const Shell k2 = slope_at(middle, disk_middle, advanced(shell, step / 2, k1), *this);
        const Shell k3 = slope_at(middle, disk_middle, advanced(shell, step / 2, k2), *this);
        const Shell k4 = slope_at(outer, disk_outer, advanced(shell, step, k3), *this);
        for (const auto& [slope, weight] : {std::pair{k1, 1.0}, {k2, 2.0}, {k3, 2.0}, {k4, 1.0}})
            shell = advanced(shell, step * weight / 6, slope);
        r = outer, disk_mass = disk_outer;
    }
    // The edge lies inside the last step, where psi falls like a straight line and no mass is left.
    const double along = depths.back() / (depths.back() - shell.psi);
    record(radii.back() + along * (r - radii.back()), {0, shell.bulge_mass, shell.halo_mass});

    psi = Curve(radii, depths);
    bulge_mass = Curve(radii, bulge_masses);
    halo_mass = Curve(radii, halo_masses);
    bulge_radius_of_mass = growing_part_inverted(radii, bulge_masses);
    halo_radius_of_mass = growing_part_inverted(radii, halo_masses);
}

}  // namespace milkomeda
