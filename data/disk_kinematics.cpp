#include "data/disk_kinematics.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace milkomeda {
namespace {

using std::numbers::pi;

constexpr double step = 0.02;  // of the table in R
constexpr int rows = static_cast<int>(ExponentialDisk::outermost / step) + 1;

// Fits to the dataset.
double radial_dispersion(double R) {
    return 0.36 * std::exp(-R / 2);
}

double spheroids_inside(const GalaxyModel& model, double r) {
    return model.bulge_mass(r) + model.halo_mass(r);
}

// The mass-weighted mean of the vertical Jeans equation, int z rho g_z dz / int rho dz, in the pull of the
// layer itself and of the spheroids.
double vertical_dispersion(const GalaxyModel& model, double R) {
    constexpr double z0 = ExponentialDisk::scale_height;
    constexpr int layers = 64;  // of equal mass, which replaces the weight rho dz
    const double layer_pull = 2 * pi * model.disk.surface_density(R);
    double sum = 0;
    for (int i = 0; i < layers; ++i) {
        const double fraction = (i + 0.5) / layers;  // is tanh(z / z0)
        const double z = sech2_height(fraction, z0);
        const double r = std::hypot(R, z);
        sum += z * (layer_pull * fraction + z * spheroids_inside(model, r) / (r * r * r));
    }
    return std::sqrt(sum / layers);
}

double interpolated(double a, double b, double along) {
    return a + along * (b - a);
}

}  // namespace

DiskKinematics::DiskKinematics(const GalaxyModel& model) : model_(model) {
    std::vector<double> disk_part, circular_squared;
    for (int i = 0; i < rows; ++i) {
        const double R = std::max(i * step, 1e-3);  // short of the axis, where some ratios are 0/0
        disk_part.push_back(R * model.disk.inward_force(R));
        circular_squared.push_back(disk_part.back() + spheroids_inside(model, R) / R);
    }
    for (int i = 0; i < rows; ++i) {
        const double R = std::max(i * step, 1e-3);
        const int before = std::max(i - 1, 0), after = std::min(i + 1, rows - 1);
        const double slope = (circular_squared[after] - circular_squared[before]) / ((after - before) * step);
        const double angular_squared = circular_squared[i] / (R * R);
        const double epicycle_squared = 2 * angular_squared + slope / R;
        // sigma_phi^2 / sigma_R^2 of small epicycles (Binney & Tremaine 2008, eq. 3.100)
        const double gamma2 = std::clamp(epicycle_squared / (4 * angular_squared), 0.25, 1.0);

        const double sigma = radial_dispersion(R);
        const double pressure_slope =
            model.disk.surface_density_slope(R) - R;  // of surface density x sigma^2
        table_.push_back({std::sqrt(circular_squared[i]), std::sqrt(std::max(epicycle_squared, 0.0)), sigma,
                          sigma * std::sqrt(gamma2), vertical_dispersion(model, R),
                          disk_part[i] + sigma * sigma * (1 - gamma2 + pressure_slope)});
    }
}

DiskKinematics::At DiskKinematics::at(double R) const {
    const double place = std::min(R / step, rows - 1.001);
    const auto row = static_cast<std::size_t>(place);
    const double along = place - static_cast<double>(row);
    const At &a = table_[row], &b = table_[row + 1];
    return {interpolated(a.circular_speed, b.circular_speed, along),
            interpolated(a.epicycle_frequency, b.epicycle_frequency, along),
            interpolated(a.radial_dispersion, b.radial_dispersion, along),
            interpolated(a.azimuthal_dispersion, b.azimuthal_dispersion, along),
            interpolated(a.vertical_dispersion, b.vertical_dispersion, along),
            interpolated(a.own_rotation_squared, b.own_rotation_squared, along)};
}

double DiskKinematics::mean_rotation(const At& kinematics, double R, double z) const {
    const double r = std::hypot(R, z);
    const double spheroids = R * R * spheroids_inside(model_, r) / (r * r * r);
    return std::sqrt(std::max(kinematics.own_rotation_squared + spheroids, 0.0));
}

double DiskKinematics::toomre_q(double R) const {
    const At kinematics = at(R);
    return kinematics.radial_dispersion * kinematics.epicycle_frequency /
           (3.36 * model_.disk.surface_density(R));
}

}  // namespace milkomeda
