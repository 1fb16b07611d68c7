#include "data/galaxies/disk_kinematics.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace milkomeda {
namespace {

using std::numbers::pi;

constexpr int rows = 400;

// Mean accelerations of the disk's stars at one distance R from the axis, averaged over the height z.
struct MeanForce {
    double inward = 0;    // acceleration by the spheroids towards the axis, times R
    double downward = 0;  // acceleration by the spheroids and the disk towards the plane, times z
};

MeanForce mean_force(const GalaxyModel& model, double R) {
    constexpr int layers = 64;  // number of layers, which have equal masses
    const double layer_pull = 2 * pi * model.disk->surface_density(R);
    MeanForce sum;
    for (int i = 0; i < layers; ++i) {
        // mass fraction below the layer's height, equal to tanh(z / scale height)
        const double fraction = (i + 0.5) / layers;
        const double z = sech2_height(fraction, model.disk->scale_height());
        const double r = std::hypot(R, z);
        const double spheroids = model.spheroids_inside(r) / (r * r * r);
        sum.inward += R * R * spheroids / layers;
        sum.downward += z * (layer_pull * fraction + z * spheroids) / layers;
    }
    return sum;
}

}  // namespace

DiskKinematics::DiskKinematics(const GalaxyModel& model) : scale_length_(model.disk->spec().scale_length) {
    const ExponentialDisk& disk = *model.disk;
    for (int i = 0; i < rows; ++i) {
        const double root = (i + 0.5) / rows;
        const double R = disk.outermost() * root * root;
        radii.push_back(R);
        const MeanForce pull = mean_force(model, R);
        circular_speed.push_back(std::sqrt(R * disk.inward_force(R) + pull.inward));
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
