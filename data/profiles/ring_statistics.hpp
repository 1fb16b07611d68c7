// Sums and means over the bodies in each ring around the spin axis of a galaxy.
#pragma once

#include "data/profiles/galaxy_sample.hpp"
#include "data/profiles/radial_bins.hpp"

namespace milkomeda {

// Statistics of the bodies in a ring, in model units. Means are weighted by mass. Values are NaN without mass.
struct RingStatistics {
    std::size_t bodies = 0;
    double mass = 0;
    glm::dvec3 mean_velocity{0};  // along the distance from the axis, the azimuth and the axis
    glm::dvec3 dispersion{0};     // standard deviations of these velocities; NaN for fewer than two bodies
    double rms_height = 0;        // root of the mean square of the height over the plane of the disk
    double median_height = 0;     // smallest |height| below or at which at least half of the mass lies
    double sound_square = 0;      // mean square of the speed of sound of gas
    glm::dvec2 quadrupole{0};     // sums of mass times cosine and sine of twice the azimuth
    double enclosed_mass = 0;     // mass in the sphere with the outer radius of the ring

    // Returns the strength A2 of a bar, from 0 to 1: the absolute value of the second Fourier coefficient of the mass
    // over the azimuth, divided by the mass.
    double bar_strength() const { return glm::length(quadrupole) / mass; }
    // Returns the angle of the bar from the x axis, in radians, 0 to pi. NaN without mass.
    double bar_phase() const;
};

// Returns the statistics of each bin. Rings contain bodies at all heights. Without `has_medians`, the median heights
// are NaN, which takes half of the time.
std::vector<RingStatistics> ring_statistics(std::span<const SampledBody> bodies, const RadialBins& bins,
                                            bool has_medians = true);

// Returns the distance of a body from the spin axis.
inline double axis_distance(const SampledBody& body) { return glm::length(glm::dvec2{body.position}); }

}  // namespace milkomeda
