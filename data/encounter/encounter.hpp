// Restricted encounter of two galaxies in double precision: the reference of compute/encounter.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "data/encounter/encounter_orbit.hpp"
#include "data/encounter/test_disk.hpp"

namespace milkomeda {

// Test particles of both disks; galaxy 1 is at the origin.
struct EncounterStates {
    std::array<std::vector<PhasePoint>, 2> disks;
    PhasePoint galaxy2;
};

// Moves test particles from the start of the encounter to its end with the exact tables (fourth-order Runge-Kutta). The
// particles of disks[g] at the start are given relative to galaxy g. All accelerations are relative to galaxy 1. The
// particles of disk 2 also feel the friction: in the archive code a friction that is proportional to their own
// velocity, in the other models that of galaxy 2. `after_step` is called with the number of completed steps: at the
// start with 0, and after each step.
using AfterStep = std::function<void(long step, const EncounterStates& states)>;
EncounterStates run_encounter(const EncounterParameters& parameters, const EncounterSteps& steps,
                              std::array<std::vector<PhasePoint>, 2> disks, const AfterStep& after_step = {});

// Runs the encounter from encounter_timing() to the present with `particles` test particles in each disk.
EncounterStates run_encounter(const EncounterParameters& parameters, std::array<std::size_t, 2> particles,
                              double longest_step = 0.02);

}  // namespace milkomeda
