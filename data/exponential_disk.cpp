#include "data/exponential_disk.hpp"

#include <cmath>
#include <numbers>

namespace milkomeda {
namespace {

using std::numbers::pi;

// Two stars of the layer differ in height by about 0.6 scale heights, which works like a softening. Rings
// closer than half of it add up as if the disk were continuous (to 1e-6).
constexpr double softening = 0.6 * ExponentialDisk::scale_height;
constexpr double ring_width = 0.025;

double edge_argument(double R) {
    return (R - ExponentialDisk::edge) / (ExponentialDisk::edge_width * std::numbers::sqrt2);
}

double shape(double R) {
    return std::exp(-R) * std::erfc(edge_argument(R)) / 2;
}

// The pull towards the axis, at R in its plane, of a ring of unit mass whose potential is softened. By Gauss
// the potential is -1/AGM(far, near), the arithmetic-geometric mean of the distances to the farthest and
// the nearest point of the ring; the derivative is carried through the same iteration.
double ring_inward_force(double R, double ring_radius) {
    double a = std::hypot(R + ring_radius, softening), da = (R + ring_radius) / a;
    double b = std::hypot(R - ring_radius, softening), db = (R - ring_radius) / b;
    for (int i = 0; i < 6; ++i) {  // quadratic: from a : b = 200 : 1 to the last digit
        const double root = std::sqrt(a * b);
        const double slope = (a * db + b * da) / (2 * root);
        da = (da + db) / 2, db = slope;
        a = (a + b) / 2, b = root;
    }
    return da / (a * a);
}

}  // namespace

double sech2_height(double fraction, double scale_height) {
    return scale_height * std::atanh(fraction);
}

ExponentialDisk::ExponentialDisk() {
    constexpr int intervals = 8000;
    constexpr double step = outermost / intervals;
    std::vector<double> radii{0}, masses{0};
    for (int i = 0; i < intervals; ++i) {  // Simpson's rule in every interval
        const double R = i * step;
        const double integral =
            (R * shape(R) + 4 * (R + step / 2) * shape(R + step / 2) + (R + step) * shape(R + step)) * step /
            6;
        radii.push_back(R + step);
        masses.push_back(masses.back() + 2 * pi * integral);
    }
    central_surface_density_ = mass / masses.back();
    for (double& m : masses) m *= central_surface_density_;
    mass_inside_radius_ = Curve(radii, masses);
    radius_of_mass_ = mass_inside_radius_.inverse();
    for (int i = 0; i * ring_width < outermost; ++i)
        ring_masses_.push_back(mass_inside_radius_((i + 1) * ring_width) -
                               mass_inside_radius_(i * ring_width));
}

double ExponentialDisk::surface_density(double R) const {
    return central_surface_density_ * shape(R);
}

double ExponentialDisk::surface_density_slope(double R) const {
    const double x = edge_argument(R);
    const double edge_slope =
        std::numbers::inv_sqrtpi * std::exp(-x * x) * std::numbers::sqrt2 / (edge_width * std::erfc(x));
    return -R * (1 + edge_slope);
}

double ExponentialDisk::mass_inside_sphere(double r) const {
    constexpr int layers = 40;  // of equal mass, each at its middle height
    double sum = 0;
    for (int i = 0; i < layers; ++i) {
        const double z = sech2_height((i + 0.5) / layers, scale_height);
        if (z < r) sum += mass_inside_radius_(std::sqrt(r * r - z * z));
    }
    return sum / layers;
}

double ExponentialDisk::inward_force(double R) const {
    double force = 0;
    for (std::size_t i = 0; i < ring_masses_.size(); ++i)
        force += ring_masses_[i] * ring_inward_force(R, (static_cast<double>(i) + 0.5) * ring_width);
    return force;
}

}  // namespace milkomeda
