// Whole steps towards a model time, without a window to keep fluid.
#pragma once

#include <string>

#include "compute/simulation/simulation.hpp"

namespace milkomeda {

// Takes the steps that end at or before `time`; returns how much model time is left to it (less than a
// step). With `what` a progress bar says so.
double advance_to(Simulation& simulation, const SimulationParameters& parameters, double time,
                  const std::string& what = {});

}  // namespace milkomeda
