// Where stars form in disks, told from bodies alone: there is no gas in here and no hydrodynamics. Gas
// follows what its disk does until shocks stop it, and stars form where it is compressed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/neighbors/ellipsoids.hpp"

namespace milkomeda {

struct StarFormation {
    // Of every row, relative to the mean of its disk where nothing is compressed; 1 outside of disks. It
    // grows with the density: with its fourth root (gas turns into stars at a rate that grows with the square
    // root, Kennicutt & Evans 2012, ARA&A 50, 531, eq. 12; but where stars are dense, in the middle, most of
    // the gas has become stars, and half of that is lost), and with the fourth power of its contrast. It is
    // so many times more as it becomes denser within one span, squared, and more where the disks of two
    // galaxies meet: stars pass each other there, gas does not.
    std::vector<float> rates;
    // The mean over all disks of how many times as dense they become within a span, by the same root: about 1
    // where nothing is compressed, a little more by chance where bodies are few; NaN without disks.
    double index = 0;
};

// It is a function of this moment alone, so that a run may go back and forth, jump, or begin anywhere.
StarFormation star_formation(std::span<const Float4> positions, std::span<const Float4> velocities,
                             std::span<const Component> components, std::span<const NearestRows> nearest,
                             std::span<const SmoothingKernel> kernels, std::span<const float> compression);

// The index alone, of a fair sample of the rows of disks, which are shuffled inside components.
double star_formation_index(std::span<const Float4> positions, std::span<const Float4> velocities,
                            std::span<const Component> components);

// As Ellipsoid has it: the logarithm in steps of 1/32767 of max_log2_formation_rate.
std::int16_t formation_step(float rate);

}  // namespace milkomeda
