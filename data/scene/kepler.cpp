#include "data/scene/kepler.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace milkomeda {
namespace {

// Orbits whose eccentricity differs from 1 by less than this number are treated as parabolas. Near 1, Kepler's
// equations lose precision. Barker's equation (for parabolas) has a relative error of at most this number times
// distance / pericenter.
constexpr double parabolic = 1e-6;

// Orbits with an eccentricity below this number are treated as circular, since rounding errors would determine the
// direction of the pericenter.
constexpr double circular = 1e-8;

// Returns the time since pericenter (Danby 1992, Fundamentals of Celestial Mechanics, section 6.3: Kepler's
// equations for ellipses and hyperbolas, and Barker's equation for parabolas).
double time_at(const KeplerOrbit& orbit, double anomaly) {
    const double e = orbit.eccentricity, q = orbit.pericenter, half = anomaly / 2;
    if (std::abs(1 - e) < parabolic) {
        const double tangent = std::tan(half);
        return std::sqrt(2 * q * q * q / orbit.mass) * (tangent + tangent * tangent * tangent / 3);
    }
    const double a = q / std::abs(1 - e), unit = std::sqrt(a * a * a / orbit.mass);
    if (e < 1) {
        const double eccentric = 2 * std::atan2(std::sqrt(1 - e) * std::sin(half), std::sqrt(1 + e) * std::cos(half));
        return unit * (eccentric - e * std::sin(eccentric));
    }
    const double hyperbolic = 2 * std::atanh(std::sqrt((e - 1) / (e + 1)) * std::tan(half));
    return unit * (e * std::sinh(hyperbolic) - hyperbolic);
}

}  // namespace

double KeplerOrbit::distance(double anomaly) const {
    return pericenter * (1 + eccentricity) / (1 + eccentricity * std::cos(anomaly));
}

glm::dvec3 KeplerOrbit::position(double anomaly) const {
    return distance(anomaly) * (std::cos(anomaly) * to_pericenter + std::sin(anomaly) * onward);
}

double KeplerOrbit::period() const {
    if (!bound()) return std::numeric_limits<double>::infinity();
    const double a = pericenter / (1 - eccentricity);
    return 2 * std::numbers::pi * std::sqrt(a * a * a / mass);
}

std::optional<KeplerOrbit> kepler_orbit(glm::dvec3 position, glm::dvec3 velocity, double mass) {
    const double r = glm::length(position);
    const glm::dvec3 spin = glm::cross(position, velocity);
    const double parameter = glm::dot(spin, spin) / mass;
    // the orbit's angular momentum is smaller than rounding errors
    if (!(parameter > 1e-12 * r)) return std::nullopt;
    // The Laplace-Runge-Lenz vector points to pericenter; its length is the eccentricity.
    const glm::dvec3 lenz = (1 / mass) * glm::cross(velocity, spin) - (1 / r) * position;
    const double e = glm::length(lenz);
    const glm::dvec3 to_pericenter = e > circular ? (1 / e) * lenz : (1 / r) * position;
    const glm::dvec3 onward = (1 / glm::length(spin)) * glm::cross(spin, to_pericenter);
    return KeplerOrbit{.mass = mass,
                       .eccentricity = e,
                       .pericenter = parameter / (1 + e),
                       .start = std::atan2(glm::dot(position, onward), glm::dot(position, to_pericenter)),
                       .to_pericenter = to_pericenter,
                       .onward = onward};
}

double time_to_pericenter(const KeplerOrbit& orbit) {
    const double since = time_at(orbit, orbit.start);
    return since > 0 && orbit.bound() ? orbit.period() - since : -since;
}

std::vector<glm::dvec3> arc(const KeplerOrbit& orbit, double reach, std::size_t points) {
    const double e = orbit.eccentricity;
    const double cosine = e > 0 ? (orbit.pericenter * (1 + e) / reach - 1) / e : -1;
    const double end = std::acos(std::clamp(cosine, -1.0, 1.0));
    std::vector<glm::dvec3> points_of_arc;
    for (std::size_t i = 0; i < points; ++i)
        points_of_arc.push_back(
            orbit.position(end * (2 * static_cast<double>(i) / static_cast<double>(points - 1) - 1)));
    return points_of_arc;
}

}  // namespace milkomeda
