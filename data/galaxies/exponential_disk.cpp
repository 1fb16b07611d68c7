#include "data/galaxies/exponential_disk.hpp"

#include <cmath>
#include <numbers>

namespace milkomeda {
namespace {

using std::numbers::pi;

// Returns the acceleration toward the axis by a ring of unit mass with softened potential, at distance R in
// the ring's plane. By Gauss, the potential is -1/AGM(far, near), the arithmetic-geometric mean of the
// distances to the farthest and the nearest point of the ring. The iteration also computes the derivative.
double ring_inward_force(double R, double ring_radius, double softening) {
    double a = std::hypot(R + ring_radius, softening), da = (R + ring_radius) / a;
    double b = std::hypot(R - ring_radius, softening), db = (R - ring_radius) / b;
    // quadratic convergence: six iterations are exact in double precision for a : b up to 200 : 1
    for (int i = 0; i < 6; ++i) {
        const double root = std::sqrt(a * b);
        const double slope = (a * db + b * da) / (2 * root);
        da = (da + db) / 2, db = slope;
        a = (a + b) / 2, b = root;
    }
    return da / (a * a);
}

}  // namespace

double sech2_height(double fraction, double scale_height) { return scale_height * std::atanh(fraction); }

ExponentialDisk::ExponentialDisk(const DiskSpec& spec) : spec_(spec) {
    constexpr int intervals = 8000;
    const double step = outermost() / intervals;
    std::vector<double> radii{0}, masses{0};
    for (int i = 0; i < intervals; ++i) {  // integrates by Simpson's rule in every interval
        const double R = i * step;
        const double integral =
            (R * shape(R) + 4 * (R + step / 2) * shape(R + step / 2) + (R + step) * shape(R + step)) * step / 6;
        radii.push_back(R + step);
        masses.push_back(masses.back() + 2 * pi * integral);
    }
    central_surface_density_ = mass() / masses.back();
    for (double& m : masses) m *= central_surface_density_;
    mass_inside_radius_ = PiecewiseLinear(radii, masses);

    // inward_force() softens with the scale height. Rings that are at most half as wide as this softening length
    // represent a continuous disk with an error of 1e-6.
    ring_width_ = scale_height() / 4;
    for (int i = 0; i * ring_width_ < outermost(); ++i)
        ring_masses_.push_back(mass_inside_radius_((i + 1) * ring_width_) - mass_inside_radius_(i * ring_width_));
}

double ExponentialDisk::shape(double R) const {
    const double x = R / spec_.scale_length;
    return std::exp(-x) * std::erfc((x - spec_.edge) / (spec_.edge_width * std::numbers::sqrt2)) / 2;
}

double ExponentialDisk::surface_density(double R) const { return central_surface_density_ * shape(R); }

double ExponentialDisk::mass_inside_sphere(double r) const {
    // number of layers of equal mass; each layer is placed at its middle height
    constexpr int layers = 40;
    double sum = 0;
    for (int i = 0; i < layers; ++i) {
        const double z = sech2_height((i + 0.5) / layers, scale_height());
        if (z < r) sum += mass_inside_radius_(std::sqrt(r * r - z * z));
    }
    return sum / layers;
}

double ExponentialDisk::inward_force(double R, double softening) const {
    // For perturbations of wavenumber k, a distance d between two thin sheets reduces their attraction by the factor
    // exp(-k d), as a softening length d does. The heights of two stars in a sech^2 layer differ by one scale height on
    // average.
    const double distance = std::hypot(scale_height(), softening);
    double force = 0;
    for (std::size_t i = 0; i < ring_masses_.size(); ++i)
        force += ring_masses_[i] * ring_inward_force(R, (static_cast<double>(i) + 0.5) * ring_width_, distance);
    return force;
}

}  // namespace milkomeda
