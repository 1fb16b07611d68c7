// Star formation. In galaxies with gas, the rate follows from the surface density of the gas. In other galaxies, the
// rate is estimated from the motion of the bodies of disks alone: gas is assumed to move with its disk until shocks
// stop it, and stars form where the gas is compressed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/neighbors/ellipsoids.hpp"

namespace milkomeda {

// Returns the rate at which gas becomes stars by Schmidt's law, as a share of its mass per unit of model time, at the
// surface density `surface_density` in model units.
double formation_rate(double surface_density);
// The rate at 10 solar masses per square parsec, a typical disk.
double reference_formation_rate();

// Returns the surface density of the gas around a particle with this mass and smoothing length (the radius with 64
// neighbors of equal mass), in model units. If the layer of gas is thinner than the smoothing length, the kernel of a
// sheet gives the surface density; in a thicker layer, hydrostatic equilibrium with the stars of a disk does (Spitzer
// 1942, ApJ 95, 329; Schaye & Dalla Vecchia 2008, MNRAS 383, 1210, section 2).
double surface_density_of_gas(double mass, double smoothing_length);

// Returns the rate at which all gas becomes stars, in solar masses per year. `velocities` must hold the smoothing
// lengths of the gas as fourth numbers. NaN if there is no gas or no known smoothing length.
double star_formation_rate(std::span<const Float4> positions, std::span<const Float4> velocities,
                           std::span<const Component> components);

struct StarFormation {
    // Rate of each body of gas, relative to reference_formation_rate; rate of each body of a disk without gas, relative
    // to the mean of an uncompressed disk; 1 for all other bodies. The rate of a disk without gas is proportional to:
    // - the fourth root of the density: the gas consumption rate grows with the square root of the density (Kennicutt &
    //   Evans 2012, ARA&A 50, 531, eq. 12), but in dense centers most gas has already become stars;
    // - the fourth power of the density contrast, which is limited to 0.6 ... 2;
    // - g^2 for g > 1, otherwise g^(1/2), where g is the factor by which the density grows within formation_span_myr.
    // The rate is also raised where the disks of two galaxies meet, because gas collides there while stars pass each
    // other. Stars hardly form at less than a thirtieth of the disk's median density (threshold: Kennicutt 1989, ApJ
    // 344, 685), and where the disk has lost its rotation: a merger consumes the gas, and the hot remnant forms no
    // stars (Hopkins et al. 2008, ApJS 175, 356).
    std::vector<float> rates;
    // Mean over all disks of the density growth within formation_span_myr, weighted by the fourth root of the
    // density and raised by encounters of disks. About 1 without compression, slightly more for few bodies
    // because of noise; NaN without disks.
    double index = 0;
};

// Estimates the star formation rates. The estimate depends only on the current positions and velocities, so it is valid
// at any time of a run, forward or backward.
StarFormation star_formation(std::span<const Float4> positions, std::span<const Float4> velocities,
                             std::span<const Component> components, std::span<const NearestRows> nearest,
                             std::span<const SmoothingKernel> kernels, std::span<const float> compression);

// Returns only StarFormation::index, from a sample of disk bodies. Rows must be shuffled within components.
double star_formation_index(std::span<const Float4> positions, std::span<const Float4> velocities,
                            std::span<const Component> components);

// Encodes a rate for Ellipsoid::formation: the base-2 logarithm in steps of max_log2_formation_rate / 32767.
std::int16_t formation_step(float rate);

}  // namespace milkomeda
