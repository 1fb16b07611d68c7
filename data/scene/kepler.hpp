// Kepler orbit of two point masses in model units (G = 1), given by an [orbit] table or by positions and
// velocities. Extended galaxies follow the orbit only until they overlap.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <vector>

namespace milkomeda {

// Orbit of the second point relative to the first. Angles are true anomalies: radians from pericenter,
// positive after pericenter.
struct KeplerOrbit {
    double mass;  // sum of the masses of both points
    double eccentricity, pericenter;
    double start;  // true anomaly at the initial time, -pi to pi
    // unit vectors in the orbital plane: direction from the first point to the pericenter, and direction of motion at
    // the pericenter
    glm::dvec3 to_pericenter, onward;

    bool bound() const { return eccentricity < 1; }
    double distance(double anomaly) const;
    glm::dvec3 position(double anomaly) const;
    double period() const;  // orbital period; infinite for unbound orbits
};

// Returns the orbit with the given relative position and velocity; `mass` is the sum of both masses. Returns
// an empty optional for motion on a straight line, which has no pericenter.
std::optional<KeplerOrbit> kepler_orbit(glm::dvec3 position, glm::dvec3 velocity, double mass);

// Returns the time from the start to the next pericenter; on an unbound orbit, negative if pericenter is in the past.
double time_to_pericenter(const KeplerOrbit& orbit);

// Returns `points` (at least 2) points of the orbit in the order of the motion, evenly spaced in angle. They cover the
// part of the orbit around pericenter that is within distance `reach` of the first point mass, or the whole ellipse if
// all of it is within `reach`.
std::vector<glm::dvec3> arc(const KeplerOrbit& orbit, double reach, std::size_t points);

}  // namespace milkomeda
