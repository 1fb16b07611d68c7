#include "data/galaxies/gas_disk.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "data/galaxies/softened_pull.hpp"

namespace milkomeda {
namespace {

using std::numbers::pi;

constexpr int radii_count = 120, heights_count = 160;

// The gas as an exponential disk. Its thickness only softens the attraction within the disk.
DiskSpec disk_of(const DiskSpec& stars, const GasSpec& gas, double mass) {
    DiskSpec disk;
    disk.mass = mass;
    disk.scale_length = gas.scale_length * stars.scale_length;
    disk.scale_height = stars.scale_height / gas.scale_length;
    disk.edge = gas.edge / gas.scale_length;
    disk.edge_width = stars.edge_width / gas.scale_length;
    return disk;
}

// The layer of gas at one distance R from the axis.
struct Layer {
    std::vector<double> shares;  // density at each height relative to the density in the plane
    double density = 0;          // in the plane
    double square = 0;           // pressure / density
};

// Heights of a layer, in units of the largest height.
double relative_height(int i) {
    const double root = double(i) / (heights_count - 1);
    return root * root;
}

Layer layer_at(double R, double top, const GalaxyModel& model, const PiecewiseLinear& spheroids, double own,
               const GasPressure& pressure) {
    Layer layer;
    const double stars = model.stellar_share() * model.disk->surface_density(R);
    std::vector<double> heights, others, sheets;  // sheets: attraction at each height by the gas at each height
    for (int i = 0; i < heights_count; ++i) heights.push_back(top * relative_height(i));
    for (const double z : heights) {
        others.push_back(stars * softened_layer(z, model.disk->scale_height(), pressure.softening) +
                         z * spheroids(std::hypot(R, z)));
        for (const double sheet : heights) sheets.push_back(own * softened_sheets(z, sheet, pressure.softening));
    }
    layer.shares.assign(heights_count, 0);
    layer.shares.front() = 1;
    layer.square = pressure.per_density(0);
    std::vector<double> portions(heights_count, 0);  // of the gas, at each height
    portions.front() = 1;
    constexpr int rounds = 30;  // with a damping of 1/2, the changes fall below 1e-8
    for (int round = 0; round < rounds; ++round) {
        double depth = 0, column = 0, pull_before = 0;
        std::vector<double> columns(heights_count, 0);
        for (int i = 1; i < heights_count; ++i) {
            const double pull = std::inner_product(portions.begin(), portions.end(),
                                                   sheets.begin() + std::ptrdiff_t{i} * heights_count, others[i]);
            const double step = heights[i] - heights[i - 1];
            depth += step * (pull + pull_before) / 2;
            pull_before = pull;
            layer.shares[i] = std::exp(-depth / layer.square);
            const double slice = step * (layer.shares[i] + layer.shares[i - 1]) / 2;
            column += slice;
            columns[i - 1] += slice / 2;
            columns[i] += slice / 2;
        }
        for (int i = 0; i < heights_count; ++i) portions[i] = (portions[i] + columns[i] / column) / 2;
        layer.density = own / (2 * column);
        layer.square = (layer.square + pressure.per_density(layer.density)) / 2;
    }
    return layer;
}

}  // namespace

double GasPressure::per_density(double density) const {
    const double of_mass = std::pow(6 * jeans_mass / std::pow(pi, 2.5), 2.0 / 3) * std::cbrt(density),
                 of_length = jeans_length * jeans_length * density / pi;
    const double own = density > dense ? multiphase_square(dense_squares, density / dense) : sound_speed * sound_speed;
    return std::max({own, of_mass, of_length});
}

GasDisk::GasDisk(const GalaxyModel& model, const GasPressure& pressure)
    : stars_scale_length_{model.disk->spec().scale_length},
      disk_{disk_of(model.disk->spec(), *model.gas, model.gas_mass())} {
    std::vector<double> radii, masses{0}, bounds{0}, densities, logarithms, circular, rotation;
    std::vector<Layer> layers;
    const PiecewiseLinear spheroids = softened_spheroids(model, pressure.softening);
    for (int i = 0; i < radii_count; ++i) {
        const double root = (i + 0.5) / radii_count, R = disk_.outermost() * root * root;
        radii.push_back(R);
        layers.push_back(layer_at(R, height_unit(R), model, spheroids, disk_.surface_density(R), pressure));
        densities.push_back(layers.back().density);
        // Far outside the edge, the density can be too small for its logarithm.
        logarithms.push_back(std::log(std::max(1e-300, layers.back().density * layers.back().square)));
        const double disks = model.stellar_share() * model.disk->inward_force(R, pressure.softening) +
                             disk_.inward_force(R, pressure.softening);
        circular.push_back(std::sqrt(R * (disks + R * spheroids(R))));
    }
    for (int i = 0; i < radii_count; ++i) {
        // Radial equilibrium: v^2 = v_c^2 + (pressure / density) d ln(pressure) / d ln R (Binney & Tremaine 2008,
        // eq. 4.227, without random motions). At the edge the pressure gradient is so steep that no rotation would be
        // left; there the gas expands instead.
        const int before = std::max(i - 1, 0), after = std::min(i + 1, radii_count - 1);
        const double slope = (logarithms[after] - logarithms[before]) / std::log(radii[after] / radii[before]);
        const double square = circular[i] * circular[i];
        rotation.push_back(std::sqrt(square + std::clamp(layers[i].square * slope, -0.5 * square, 0.0)));
    }
    constexpr int rings = 4000;
    for (int i = 0; i < rings; ++i) {
        const double step = disk_.outermost() / rings, R = (i + 0.5) * step;
        bounds.push_back((i + 1) * step);
        masses.push_back(masses.back() + R * disk_.surface_density(R));
    }
    for (double& mass : masses) mass /= masses.back();
    radius_of_fraction_ = PiecewiseLinear(masses, bounds);
    density_ = PiecewiseLinear(radii, densities);
    circular_speed_ = PiecewiseLinear(radii, circular);
    rotation_speed_ = PiecewiseLinear(radii, rotation);
    std::vector<double> heights;
    for (int i = 0; i < heights_count; ++i) heights.push_back(relative_height(i));
    relative_heights_ =
        InverseCdfTable(radii, heights, [&](std::size_t row, std::size_t i) { return layers[row].shares[i]; });
}

}  // namespace milkomeda
