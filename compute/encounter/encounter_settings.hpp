// Settings and results of a batch of restricted encounters, as plain values.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "data/base/names.hpp"
#include "data/encounter/encounter_orbit.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

// The leapfrog integrator needs one evaluation of the forces in a step, the Runge-Kutta integrator of fourth order
// needs four evaluations and is more accurate near the centers of the galaxies.
enum class EncounterIntegrator { leapfrog, runge_kutta };
template <>
inline constexpr std::array<std::string_view, 2> names<EncounterIntegrator>{"leapfrog", "runge-kutta"};

// The processor that computes the orbits. `automatic` is the device if it is not a CPU and has double precision.
enum class OrbitPlace { automatic, device, host };

struct EncounterSettings {
    RigidGalaxy rigid_galaxies = RigidGalaxy::archive;  // of all encounters
    EncounterIntegrator integrator = EncounterIntegrator::leapfrog;
    std::array<std::size_t, 2> particles{500, 500};  // of the two disks
    double longest_step = 0.02;
    // If false, the closest approach of encounters with a given start time is not computed.
    bool closest_approach = true;
    std::optional<EncounterSteps> steps{};  // steps of all encounters, instead of steps from the start to the present
    OrbitPlace orbits = OrbitPlace::automatic;
    std::optional<bool>
        local_table{};  // smooth table of the attraction in local memory; if empty, chosen for the device
    std::size_t memory_bytes = std::size_t{256}
                               << 20;  // device memory of a launch; a launch has at least one encounter
};

// Settings of a search for disks with at least the radius `least_radius`. Many particles reduce the noise of a score
// more than short steps, but the stars of small disks need short steps.
inline EncounterSettings search_settings(RigidGalaxy rigid_galaxies, double least_radius) {
    constexpr double step_of_radius = 0.2, shortest = 0.02, longest = 0.04;
    return {.rigid_galaxies = rigid_galaxies,
            .particles = {1000, 1000},
            .longest_step = std::clamp(step_of_radius * least_radius, shortest, longest)};
}
// Settings of the refined scores of a search.
inline EncounterSettings refined_settings(RigidGalaxy rigid_galaxies) {
    return {.rigid_galaxies = rigid_galaxies, .particles = {3000, 3000}};
}
// Settings of the scores of single encounters, whose noise is half of that of refined scores.
inline EncounterSettings scoring_settings(RigidGalaxy rigid_galaxies) {
    return {.rigid_galaxies = rigid_galaxies, .particles = {10'000, 10'000}, .longest_step = 0.01};
}

// Orbit of an encounter. Must match OrbitOutcome in kernels/encounter/encounter.h.
struct EncounterOutcome {
    Float4 start_position{}, start_velocity{}, end_position{}, end_velocity{};  // of galaxy 2
    float start = 0;                                                            // start time
    float closest_distance = 0, closest_time = 0, closest_speed = 0;  // 0 if the closest approach was not computed
    float step = 0;
    std::uint32_t steps = 0, unused[2]{};
};

}  // namespace milkomeda
