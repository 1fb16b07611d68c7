#include "app/commands/course.hpp"

#include "app/io/log.hpp"
#include "app/scene/device_selection.hpp"
#include "data/base/units.hpp"

namespace milkomeda {

bool follow_course(Simulation& simulation, RunState& state, const SimulationParameters& parameters,
                   std::span<const GalaxyKind> kinds, const DeviceContext& device_context,
                   const Assets& assets) {
    bool followed = false;
    for (; state.course.is_due(simulation.status().time, parameters.timestep); followed = true) {
        state.particles = simulation.checkpoints().read();
        state.steps = simulation.status().steps;
        log_info(words_of(*state.course.next()) + " at " + format_time(state.particles.time));
        state = with_next_change(state, kinds, parameters.gravity, bodies_limit(device_context).bodies);
        simulation = Simulation{device_context,  GlSide{},        {},
                                state.particles, assets.reader(), simulation.solver_slot().choice()};
        simulation.checkpoints().restore({.time = state.particles.time,
                                          .steps = state.steps,
                                          .positions = state.particles.positions,
                                          .velocities = state.particles.velocities});
    }
    return followed;
}

}  // namespace milkomeda
