#include "data/galaxies/softened_pull.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace milkomeda {
namespace {

constexpr int distances_count = 240, shells_count = 600;

// The i-th of `count` distances, which are more closely spaced near the center.
double distance_at(double i, int count, double outermost) { return outermost * std::pow(i / count, 3); }

// Returns the derivative of hypot(d, softening).
double softened_sign(double d, double softening) { return d == 0 ? 0 : d / std::hypot(d, softening); }

double disk_and_spheroids(const GalaxyModel& model, double r) {
    return model.spheroids_inside(r) + (model.disk ? model.disk->mass_inside_sphere(r) : 0);
}

}  // namespace

// The softened potential of a thin shell with the radius s and the mass 1 is -(A - B) / (2 r s), where A and B are the
// softened distances of the farthest and the nearest point of the shell.
PiecewiseLinear softened_pull(const std::function<double(double)>& mass_inside, double outermost, double softening) {
    std::vector<std::pair<double, double>> shells;  // radius and mass
    double inside = 0;
    for (int i = 0; i < shells_count; ++i) {
        const double mass = mass_inside(distance_at(i + 1, shells_count, outermost));
        shells.emplace_back(distance_at(i + 0.5, shells_count, outermost), mass - inside);
        inside = mass;
    }
    std::vector<double> distances, pulls;
    for (int i = 1; i <= distances_count; ++i) {
        const double r = distance_at(i, distances_count, outermost);
        double pull = 0;
        for (const auto& [s, mass] : shells) {
            const double sum = std::hypot(r + s, softening) + std::hypot(r - s, softening);
            pull += mass / (r * r) *
                    (2 / sum - (softened_sign(r + s, softening) - softened_sign(r - s, softening)) / (2 * s));
        }
        distances.push_back(r);
        pulls.push_back(pull);
    }
    return {distances, pulls};
}

PiecewiseLinear softened_spheroids(const GalaxyModel& model, double softening) {
    // Bodies of a thick layer at the edge of the disk are farther from the center than the edge.
    const double outermost = std::max(model.edge(), model.disk ? 2 * model.disk->outermost() : 0);
    return softened_pull([&](double r) { return model.spheroids_inside(r); }, outermost, softening);
}

double softened_sheets(double height, double z, double softening) {
    return std::numbers::pi * (softened_sign(height + z, softening) + softened_sign(height - z, softening));
}

double softened_layer(double height, double scale_height, double softening) {
    constexpr int sheets = 64;
    double sum = 0;
    for (int i = 0; i < sheets; ++i)
        sum += softened_sheets(height, sech2_height((i + 0.5) / sheets, scale_height), softening) / sheets;
    return sum;
}

PiecewiseLinear softened_speeds(const GalaxyModel& model, const Spheroid& spheroid, double softening) {
    const PiecewiseLinear softened =
        softened_pull([&](double r) { return disk_and_spheroids(model, r); }, model.edge(), softening);
    std::vector<double> distances(shells_count), factors(shells_count);
    double with = 0, without = 0;  // integrals of density times attraction
    for (int i = shells_count - 1; i >= 0; --i) {
        const double near = distance_at(i, shells_count, model.edge()),
                     far = distance_at(i + 1, shells_count, model.edge()), r = (near + far) / 2,
                     density_step = (spheroid.mass_inside(far) - spheroid.mass_inside(near)) / (r * r);
        with += density_step * r * softened(r);
        without += density_step * disk_and_spheroids(model, r) / (r * r);
        distances[i] = r;
        factors[i] = without > 0 ? std::sqrt(with / without) : 1;
    }
    return {distances, factors};
}

}  // namespace milkomeda
