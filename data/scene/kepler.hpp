// The orbit of two points about each other, in model units (G = 1), as an [orbit], or positions and
// velocities, imply it. Galaxies are no points; they follow it until they overlap.
#pragma once

#include <optional>
#include <vector>

#include "data/base/vector3.hpp"

namespace milkomeda {

// Positions are of the second point as seen from the first. Angles are true anomalies: from pericenter, in
// radians, positive after it.
struct KeplerOrbit {
    double mass;  // of both together
    double eccentricity, pericenter;
    double start;  // where on it they are, -pi to pi
    Vector3 to_pericenter,
        onward;  // unit vectors: to the second point at pericenter, and along its way there

    bool bound() const { return eccentricity < 1; }
    double distance(double anomaly) const;
    Vector3 position(double anomaly) const;
    double period() const;  // infinite unless bound
};

// The orbit through a relative position and velocity of two points of this mass together. Empty for points
// that move on one line, which have no pericenter to pass at.
std::optional<KeplerOrbit> kepler_orbit(Vector3 position, Vector3 velocity, double mass);

// From the start to the next pericenter. Negative where the only one has been before.
double time_to_pericenter(const KeplerOrbit& orbit);

// The part of the orbit that is no farther than `reach` from pericenter to either side, in the order of the
// motion; the whole ellipse where it fits. `points` from 2, evenly spaced in angle.
std::vector<Vector3> arc(const KeplerOrbit& orbit, double reach, std::size_t points);

}  // namespace milkomeda
