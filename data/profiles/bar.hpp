// Orientation and pattern speed of the bar of a galaxy, from a single moment.
#pragma once

#include <optional>
#include <vector>

#include "data/profiles/ring_statistics.hpp"

namespace milkomeda {

// Range of distances from the spin axis in which a bar is measured, in model units.
struct BarRegion {
    double inner, outer;
};

// Weight of a body in the measurement of a bar, and its derivative with respect to the distance from the axis.
struct BarWeight {
    double value, slope;
};

// Returns the weight at the distance `distance`: 1 in the middle of the region and 0 at its edges, (1 - Q)^2 (1 + 2 Q)
// with Q = |2 R^2 - inner^2 - outer^2| / (outer^2 - inner^2). If `inner` is 0, Q = R^2 / outer^2, so that the weight is
// 1 at the axis. Weight and slope are continuous (as the window of Dehnen, Semczuk & Schönrich 2023).
BarWeight bar_weight(const BarRegion& region, double distance);

// Returns the region of the bar: the bins around the bin with the largest second Fourier coefficient whose strength A2
// is at least half of the strength in that bin, and whose phases differ from the phase there by less than 10 degrees.
// Returns an empty optional if no bin has mass.
std::optional<BarRegion> bar_region(std::span<const RingStatistics> rings, const RadialBins& bins);

// The second Fourier coefficient of the mass in a region, with the weights above.
struct Bar {
    double phase = 0;                // angle of the bar from the x axis, in radians, 0 to pi
    double pattern_speed = 0;        // time derivative of the phase, in radians per model time
    double pattern_speed_error = 0;  // standard error of the pattern speed due to the number of bodies
};

// Measures the bar by the method of Dehnen, Semczuk & Schönrich (2023, MNRAS 518, 2712): with the sums over bodies
// C = sum of m W(R) cos(2 phi) and S = sum of m W(R) sin(2 phi), the phase is atan2(S, C) / 2, and its time derivative
// (C dS/dt - S dC/dt) / (2 (C^2 + S^2)). The time derivatives contain the term m W'(R) v_R, the flux of bodies through
// the edges of the region, so that the pattern speed is the rate at which the measured phase changes. The velocities
// are those in the galaxy's coordinates. Returns an empty optional if the region contains no bodies or both sums are 0.
std::optional<Bar> measure_bar(std::span<const SampledBody> bodies, const BarRegion& region);

}  // namespace milkomeda
