#include "compute/simulation/moves.hpp"

namespace milkomeda {
namespace {
constexpr std::size_t work_group = 64;
}

cl::Program build_step_program(const KernelContext& context) {
    return context.build({"kernels/step/integrate.cl", "kernels/step/finite_check.cl"});
}

FloatMoves::FloatMoves(const cl::CommandQueue& queue, const cl::Program& step)
    : queue_{queue}, kick_{step, "kick"}, drift_{step, "drift"}, kick_external_{step, "kick_external"} {}

void FloatMoves::kick(const ParticleBuffers& particles, const cl::Buffer& accelerations, double dt, Direction direction,
                      double damping) {
    const std::size_t bodies = particles.field_bodies();
    enqueue(queue_, kick_, bodies, work_group, particles.velocities(), accelerations, sign_of(direction) * dt, damping,
            bodies);
}

void FloatMoves::drift(const ParticleBuffers& particles, const cl::Buffer& accelerations, double dt,
                       Direction direction, double b) {
    const std::size_t bodies = particles.field_bodies();
    const auto duration = static_cast<cl_float>(sign_of(direction) * dt);
    enqueue(queue_, drift_, bodies, work_group, particles.positions(), particles.velocities(), accelerations, duration,
            duration * duration * static_cast<cl_float>(b), bodies);
}

void FloatMoves::kick_external(const ParticleBuffers& particles, const ExternalMass& mass, double gravity, double dt,
                               Direction direction) {
    const std::size_t bodies = particles.field_bodies();
    enqueue(queue_, kick_external_, bodies, work_group, particles.velocities(), particles.positions(),
            float4_of(mass.position, mass.mass), mass.radius * mass.radius, gravity * (sign_of(direction) * dt),
            bodies);
}

}  // namespace milkomeda
