// Measures the time of a substep of the gas on a device.
#pragma once

#include "compute/device/device.hpp"
#include "data/base/inclusion.hpp"

namespace milkomeda {

struct GasTime {
    std::size_t particles = 0;
    double seconds = 0;  // of a substep: sort, tree, densities, forces, and the motion of all particles
    double density_seconds = 0, force_seconds = 0;  // of the densities and of the forces of a substep
    double neighbors = 0;                           // mean number of neighbors within the smoothing length
    double bytes = 0;                               // device memory for each particle
    double energy_error = 0;                        // relative change of the total energy in the measured substeps
};

// Measures gas with turbulent motions in a periodic box, with about `particles` particles.
GasTime bench_gas(const Device& device, const ReadAsset& read, std::size_t particles);

}  // namespace milkomeda
