// Orbits of many encounters in the layout of kernels/encounter/encounter.h, computed by the CPU, and the requests from
// which the device computes them.
#pragma once

#include <cstdint>
#include <span>

#include "compute/encounter/encounter_settings.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

struct EncounterStage {
    Float4 galaxy2, reflex1, reflex2;
};

// Must match OrbitRequest in kernels/encounter/orbits.cl.
struct OrbitRequest {
    double x, y, z, vx, vy, vz, mass1, mass2, radius1, start, scan, longest_step, step, back, forward, friction_scale,
        speed_scale1, speed_scale2;
};

OrbitRequest orbit_request(const EncounterParameters& parameters, const EncounterSettings& settings);

// Returns the largest number of stages that an encounter of the list has.
std::size_t most_stages(std::span<const EncounterParameters> encounters, const EncounterSettings& settings);

// Computes the orbit on the CPU in double precision. Writes at most `stages.size()` stages.
EncounterOutcome compute_orbit(const EncounterParameters& parameters, const EncounterSettings& settings,
                               std::span<EncounterStage> stages);

}  // namespace milkomeda
