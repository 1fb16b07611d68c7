// Circular orbits in the plane of a galaxy's disk.
#pragma once

#include <vector>

#include "data/profiles/galaxy_sample.hpp"
#include "data/profiles/radial_bins.hpp"

namespace milkomeda {

// Squares of the velocity of circular orbits at the middle of each bin, in model units: the distance from the axis
// times the inward acceleration (ring_attraction.hpp). Negative where bodies pull outward.
struct CircularOrbits {
    std::vector<double> total;                    // due to all bodies of the run
    std::vector<std::vector<double>> components;  // due to each group of the sample, in the order of the groups

    // Returns the frequency of epicycles at the middle of each bin, with kappa^2 = 2 v^2 / R^2 + (d v^2 / dR) / R
    // (Binney & Tremaine 2008, eq. 3.80). The derivative is the difference of the neighboring bins; of the first bin,
    // the difference from the axis, where v is 0; of the last bin, the difference from the bin before. NaN if kappa^2
    // is negative.
    std::vector<double> epicyclic_frequencies(const RadialBins& bins) const;
};

// Gravity of a run, in model units.
struct OrbitGravity {
    double constant, softening;
    bool is_fast = false;  // true: the attraction is mean_accelerations(); false: inward_accelerations()
};

// Computes the orbits around the galaxy of the sample. Field bodies attract with the softening length of the run,
// perturbers with their own softening length.
CircularOrbits circular_orbits(const BodyRows& rows, const std::string& galaxy, const GalaxySample& sample,
                               const RadialBins& bins, const OrbitGravity& gravity);

}  // namespace milkomeda
