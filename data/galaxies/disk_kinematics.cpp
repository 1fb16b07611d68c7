#include "data/galaxies/disk_kinematics.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "data/galaxies/softened_pull.hpp"

namespace milkomeda {
namespace {

using std::numbers::pi;

constexpr int rows = 400;

// Mean accelerations of the disk's stars at one distance R from the axis, averaged over the height z.
struct MeanForce {
    double inward = 0;    // acceleration by the spheroids towards the axis, times R
    double downward = 0;  // acceleration by the spheroids and the disk towards the plane, times z
};

// The heights that divide the disk's layer into parts of equal mass, and the attraction at each by the layer.
struct Heights {
    std::vector<double> heights, pulls;  // pulls for the surface density 1

    Heights(const ExponentialDisk& disk, double softening) {
        constexpr int layers = 64;
        for (int i = 0; i < layers; ++i) {
            heights.push_back(sech2_height((i + 0.5) / layers, disk.scale_height()));
            pulls.push_back(softened_layer(heights.back(), disk.scale_height(), softening));
        }
    }
};

MeanForce mean_force(const ExponentialDisk& disk, const PiecewiseLinear& spheroids, const Heights& in, double R) {
    const double surface_density = disk.surface_density(R), weight = 1 / static_cast<double>(in.heights.size());
    MeanForce sum;
    for (std::size_t i = 0; i < in.heights.size(); ++i) {
        const double z = in.heights[i], pull = spheroids(std::hypot(R, z));
        sum.inward += R * R * pull * weight;
        sum.downward += z * (surface_density * in.pulls[i] + z * pull) * weight;
    }
    return sum;
}

}  // namespace

DiskKinematics::DiskKinematics(const GalaxyModel& model, double softening)
    : scale_length_(model.disk->spec().scale_length) {
    const ExponentialDisk& disk = *model.disk;
    const PiecewiseLinear spheroids = softened_spheroids(model, softening);
    const Heights heights{disk, softening};
    for (int i = 0; i < rows; ++i) {
        const double root = (i + 0.5) / rows;
        const double R = disk.outermost() * root * root;
        radii.push_back(R);
        const MeanForce pull = mean_force(disk, spheroids, heights, R);
        circular_speed.push_back(std::sqrt(R * disk.inward_force(R, softening) + pull.inward));
        surface_density.push_back(disk.surface_density(R));
        // Vertical Jeans equation, weighted with mass: sigma^2 = int z rho g_z dz / int rho dz.
        vertical_dispersion.push_back(std::sqrt(pull.downward));
        // Profile fitted to the Dubinski dataset; the limit keeps the dispersion above zero at large radii.
        radial_dispersion.push_back(std::exp(-std::min(R / (2 * scale_length_), 5.0)));
    }
    for (int i = 0; i < rows; ++i) {
        const int before = std::max(i - 1, 0), after = std::min(i + 1, rows - 1);
        const auto squared = [&](int row) { return circular_speed[row] * circular_speed[row]; };
        const double slope = (squared(after) - squared(before)) / (radii[after] - radii[before]);
        const double R = radii[i];
        epicycle_frequency.push_back(std::sqrt(std::max(2 * squared(i) / (R * R) + slope / R, 0.0)));
        const double rise =
            i == 0 ? squared(0) / 2 : (squared(i) / R + squared(i - 1) / radii[i - 1]) / 2 * (R - radii[i - 1]);
        potential.push_back(i == 0 ? rise : potential.back() + rise);
    }
    const double center = disk.spec().radial_dispersion.value_or(disk.spec().toomre_q / lowest_toomre_q());
    for (double& sigma : radial_dispersion) sigma *= center;
}

double DiskKinematics::lowest_toomre_q() const {
    double lowest = std::numeric_limits<double>::infinity();
    for (std::size_t row = 0; row < radii.size(); ++row)
        if (radii[row] > 0.5 * scale_length_ && radii[row] < 4 * scale_length_)
            lowest = std::min(lowest, radial_dispersion[row] * epicycle_frequency[row] / (3.36 * surface_density[row]));
    return lowest;
}

}  // namespace milkomeda
