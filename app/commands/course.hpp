// The changes of a scene's galaxies, done to a command's simulation while it runs.
#pragma once

#include "app/scene/run_state.hpp"
#include "assets/assets.hpp"
#include "compute/simulation/simulation.hpp"

namespace milkomeda {

// Does those that are due at the end of a step: `simulation` goes on with the bodies that there are then, and
// `state` is where it does. Were there any?
bool follow_course(Simulation& simulation, RunState& state, const SimulationParameters& parameters,
                   std::span<const GalaxyKind> kinds, const DeviceContext& device_context,
                   const Assets& assets);

}  // namespace milkomeda
