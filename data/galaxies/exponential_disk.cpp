#include "data/galaxies/exponential_disk.hpp"

#include <cmath>
#include <numbers>

namespace milkomeda {
namespace {

using std::numbers::pi;

// Acceleration towards the axis, at distance R in its plane, by a ring of unit mass with a softened
// potential. By Gauss, the potential is -1/AGM(far, near), the arithmetic-geometric mean of the distances to
// the farthest and the nearest point of the ring; the iteration also computes the derivative.
double ring_inward_force(double R, double ring_radius, double softening) {
    double a = std::hypot(R + ring_radius, softening), da = (R + ring_radius) / a;
    double b = std::hypot(R - ring_radius, softening), db = (R - ring_radius) / b;
    for (int i = 0; i < 6; ++i) {  // converges quadratically: exact to the last digit from a : b = 200 : 1
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

ExponentialDisk::ExponentialDisk(const DiskSpec& spec) : spec_(spec) {
    constexpr int intervals = 8000;
    const double step = outermost() / intervals;
    std::vector<double> radii{0}, masses{0};
    for (int i = 0; i < intervals; ++i) {  // Simpson's rule in every interval
        const double R = i * step;
        const double integral =
            (R * shape(R) + 4 * (R + step / 2) * shape(R + step / 2) + (R + step) * shape(R + step)) * step /
            6;
        radii.push_back(R + step);
        masses.push_back(masses.back() + 2 * pi * integral);
    }
    central_surface_density_ = mass() / masses.back();
    for (double& m : masses) m *= central_surface_density_;
    mass_inside_radius_ = PiecewiseLinear(radii, masses);

    // Rings closer than half of the softening below approximate a continuous disk to 1e-6.
    ring_width_ = scale_height() / 4;
    for (int i = 0; i * ring_width_ < outermost(); ++i)
        ring_masses_.push_back(mass_inside_radius_((i + 1) * ring_width_) -
                               mass_inside_radius_(i * ring_width_));
}

double ExponentialDisk::shape(double R) const {
    const double x = R / spec_.scale_length;
    return std::exp(-x) * std::erfc((x - spec_.edge) / (spec_.edge_width * std::numbers::sqrt2)) / 2;
}

double ExponentialDisk::surface_density(double R) const {
    return central_surface_density_ * shape(R);
}

double ExponentialDisk::mass_inside_sphere(double r) const {
    constexpr int layers = 40;  // layers of equal mass, each at its middle height
    double sum = 0;
    for (int i = 0; i < layers; ++i) {
        const double z = sech2_height((i + 0.5) / layers, scale_height());
        if (z < r) sum += mass_inside_radius_(std::sqrt(r * r - z * z));
    }
    return sum / layers;
}

double ExponentialDisk::inward_force(double R) const {
    // At wavenumber k the distance of two thin sheets reduces their attraction by exp(-k distance), like a
    // softening of that length. The heights of two stars in a sech^2 layer differ by one scale height on
    // average.
    const double softening = scale_height();
    double force = 0;
    for (std::size_t i = 0; i < ring_masses_.size(); ++i)
        force +=
            ring_masses_[i] * ring_inward_force(R, (static_cast<double>(i) + 0.5) * ring_width_, softening);
    return force;
}

}  // namespace milkomeda
