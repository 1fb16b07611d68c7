// Estimate of star formation in disks from bodies alone, without gas and hydrodynamics. Gas is assumed to
// follow its disk until shocks stop it; stars form where it is compressed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/neighbors/ellipsoids.hpp"

namespace milkomeda {

struct StarFormation {
    // Rate per row, relative to the mean of an uncompressed disk; 1 outside of disks. It is proportional to:
    // - the fourth root of the density: the gas consumption rate grows with its square root (Kennicutt &
    // Evans 2012, ARA&A 50, 531, eq. 12), and half of that growth is lost because most gas in dense centers
    // has become stars;
    // - the fourth power of the density contrast;
    // - the square of the factor by which the density grows within formation_span_myr.
    // It is also raised where the disks of two galaxies meet: stars pass each other there, gas does not.
    std::vector<float> rates;
    // Mean over all disks of the factor by which the density grows within formation_span_myr, with the same
    // root: about 1 without compression, slightly more by noise with few bodies; NaN without disks.
    double index = 0;
};

// Depends only on the present moment, so that a run may go back and forth, jump, or start anywhere.
StarFormation star_formation(std::span<const Float4> positions, std::span<const Float4> velocities,
                             std::span<const Component> components, std::span<const NearestRows> nearest,
                             std::span<const SmoothingKernel> kernels, std::span<const float> compression);

// Returns only the index, from a sample of the rows of disks, which are shuffled within components.
double star_formation_index(std::span<const Float4> positions, std::span<const Float4> velocities,
                            std::span<const Component> components);

// Encodes a rate for Ellipsoid::formation: its base-2 logarithm in steps of max_log2_formation_rate / 32767.
std::int16_t formation_step(float rate);

}  // namespace milkomeda
