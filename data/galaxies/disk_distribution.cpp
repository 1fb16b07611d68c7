#include "data/galaxies/disk_distribution.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace milkomeda {
namespace {

using std::numbers::pi;

// Distribution function tabulated on the radii of the disk's kinematics. A radius can be the distance of stars from the
// axis (index `place`) or their guiding radius (index `guide`).
struct Disk {
    const DiskKinematics& in;
    std::vector<double> angular_momentum;
    // surface density and vertical dispersion by guiding radius, corrected iteratively
    std::vector<double> density, vertical_dispersion;
    // factor in stars() for each guiding radius, computed from the corrected density
    std::vector<double> weight;
    std::vector<double> reach;  // values of reach_of(place, guide) at index place * radii.size() + guide

    explicit Disk(const DiskKinematics& kinematics)
        : in(kinematics), density(in.surface_density), vertical_dispersion(in.vertical_dispersion) {
        for (std::size_t i = 0; i < in.radii.size(); ++i)
            angular_momentum.push_back(in.radii[i] * in.circular_speed[i]);
        reach.reserve(in.radii.size() * in.radii.size());
        for (std::size_t place = 0; place < in.radii.size(); ++place)
            for (std::size_t guide = 0; guide < in.radii.size(); ++guide) reach.push_back(reach_of(place, guide));
        weigh();
    }

    // Computes `weight` from S = Omega density / (pi kappa sigma^2) and dL / dRg = Rg kappa^2 / (2 Omega).
    void weigh() {
        weight.clear();
        for (std::size_t i = 0; i < in.radii.size(); ++i)
            weight.push_back(density[i] / (std::sqrt(2 * pi) * in.radial_dispersion[i]) * in.epicycle_frequency[i] *
                             in.radii[i]);
    }

    // Returns exp(-(E - E_circular) / sigma^2) for stars at the distance in.radii[place] from the axis that have the
    // guiding radius in.radii[guide] and no radial velocity.
    double reach_of(std::size_t place, std::size_t guide) const {
        constexpr double least_exponent = -746;  // exp() returns 0 for smaller exponents, but slowly
        const double vc = in.circular_speed[guide], sigma = in.radial_dispersion[guide];
        const double rotation = angular_momentum[guide] / in.radii[place];
        const double excess = in.potential[place] - in.potential[guide] + (rotation * rotation - vc * vc) / 2;
        const double exponent = -std::max(excess, 0.0) / (sigma * sigma);
        return exponent < least_exponent ? 0 : std::exp(exponent);
    }

    // Returns the surface density, at the distance in.radii[place] from the axis, of the stars with the guiding radius
    // in.radii[guide], per unit of guiding radius and integrated over radial velocities.
    double stars(std::size_t place, std::size_t guide) const {
        return weight[guide] / in.radii[place] * reach[place * in.radii.size() + guide];
    }

    // Integrals over all stars at one distance from the axis.
    struct Moments {
        double surface_density = 0, vertical_pressure = 0;
    };
    Moments moments(std::size_t place) const {
        Moments sum;
        for (std::size_t guide = 0; guide + 1 < in.radii.size(); ++guide) {
            const double before = guide == 0 ? 0 : in.radii[guide - 1];
            const double share = stars(place, guide) * (in.radii[guide + 1] - before) / 2;
            sum.surface_density += share;
            sum.vertical_pressure += share * vertical_dispersion[guide] * vertical_dispersion[guide];
        }
        return sum;
    }

    void correct() {
        // The correction factors are limited, because no correction can remove stars that have smaller guiding radii
        // but reach beyond the edge.
        const auto bounded = [](double factor) { return std::clamp(factor, 0.5, 2.0); };
        std::vector<double> denser, hotter;
        for (std::size_t i = 0; i < in.radii.size(); ++i) {
            const Moments made = moments(i);
            denser.push_back(bounded(in.surface_density[i] / made.surface_density));
            hotter.push_back(
                bounded(in.vertical_dispersion[i] / std::sqrt(made.vertical_pressure / made.surface_density)));
        }
        for (std::size_t i = 0; i < in.radii.size(); ++i) density[i] *= denser[i], vertical_dispersion[i] *= hotter[i];
        weigh();
    }
};

}  // namespace

DiskDistribution::DiskDistribution(const DiskKinematics& kinematics) {
    constexpr int rounds = 10;
    Disk disk(kinematics);
    for (int i = 0; i < rounds; ++i) disk.correct();

    // The sampled radii follow the density of the distribution function, which deviates slightly from the specified
    // density. The sampled stars are therefore in equilibrium.
    const std::vector<double>& radii = kinematics.radii;
    std::vector<double> at{0}, inside{0}, upwards;
    double before = 0;
    for (std::size_t i = 0; i < radii.size(); ++i) {
        const Disk::Moments made = disk.moments(i);
        const double per_radius = 2 * pi * radii[i] * made.surface_density;
        inside.push_back(inside.back() + (before + per_radius) / 2 * (radii[i] - at.back()));
        at.push_back(radii[i]);
        upwards.push_back(std::sqrt(made.vertical_pressure / made.surface_density));
        before = per_radius;
    }
    for (double& share : inside) share /= inside.back();
    radius_of_fraction_ = PiecewiseLinear(inside, at);
    mean_vertical_dispersion_ = PiecewiseLinear(radii, upwards);
    angular_momentum_ = PiecewiseLinear(radii, disk.angular_momentum);
    radial_dispersion_ = PiecewiseLinear(radii, kinematics.radial_dispersion);
    vertical_dispersion_ = PiecewiseLinear(radii, disk.vertical_dispersion);
    guiding_radii_ =
        InverseCdfTable(radii, radii, [&](std::size_t place, std::size_t guide) { return disk.stars(place, guide); });
}

}  // namespace milkomeda
