#include "compute/simulation/float_moves.hpp"

namespace milkomeda {
namespace {
constexpr std::size_t work_group = 64;
}

cl::Program build_step_program(const cl::Context& context, const Device& device, const ReadAsset& read) {
    return build_program(context, device, read, {"kernels/step/integrate.cl", "kernels/step/finite_check.cl"});
}

FloatMoves::FloatMoves(const cl::Program& step)
    : kick_{step, "kick"}, drift_{step, "drift"}, pull_{step, "kick_external"} {}

void FloatMoves::before_force(const cl::CommandQueue& queue, const ParticleBuffers& particles,
                               const cl::Buffer& accelerations, const SimulationParameters& parameters,
                               Direction direction) {
    if (!is_leapfrog(parameters.integrator)) return;
    const auto dt = static_cast<cl_float>(sign_of(direction) * parameters.timestep);
    const auto bodies = static_cast<cl_uint>(particles.field_bodies());
    enqueue(queue, kick_, bodies, work_group, particles.velocities(), accelerations, dt / 2, cl_float{1},
            bodies);
    enqueue(queue, drift_, bodies, work_group, particles.positions(), particles.velocities(), accelerations,
            dt, cl_float{0}, bodies);
}

void FloatMoves::after_force(const cl::CommandQueue& queue, const ParticleBuffers& particles,
                              const cl::Buffer& accelerations, const SimulationParameters& parameters,
                              Direction direction) {
    const auto dt = static_cast<cl_float>(sign_of(direction) * parameters.timestep);
    const auto damping = static_cast<cl_float>(parameters.damping);
    const auto bodies = static_cast<cl_uint>(particles.field_bodies());
    const auto kick = [&](cl_float duration) {
        enqueue(queue, kick_, bodies, work_group, particles.velocities(), accelerations, duration, damping,
                bodies);
    };
    const auto drift = [&](cl_float half_dt_squared) {
        enqueue(queue, drift_, bodies, work_group, particles.positions(), particles.velocities(),
                accelerations, dt, half_dt_squared, bodies);
    };
    switch (parameters.integrator) {
        case Integrator::leapfrog:
        case Integrator::reversible:  // of a run that has left the range of integers
            kick(dt / 2);
            break;
        case Integrator::symplectic_euler:
            kick(dt);
            drift(0);
            break;
        case Integrator::explicit_euler:
            drift(dt * dt / 2);
            kick(dt);
            break;
    }
}

void FloatMoves::pull(const cl::CommandQueue& queue, const ParticleBuffers& particles,
                       const ExternalMass& body, double gravity, double dt) {
    const auto bodies = static_cast<cl_uint>(particles.field_bodies());
    const cl_float4 place{{static_cast<cl_float>(body.position.x), static_cast<cl_float>(body.position.y),
                           static_cast<cl_float>(body.position.z), static_cast<cl_float>(body.mass)}};
    enqueue(queue, pull_, bodies, work_group, particles.velocities(), particles.positions(), place,
            static_cast<cl_float>(body.radius * body.radius), static_cast<cl_float>(gravity * dt), bodies);
}

}  // namespace milkomeda
