// Times the parts of a step other than the forces: integration, and reading the bodies to the host.
#include "compute/bench/bench_field.hpp"
#include "compute/device/host_columns.hpp"
#include "compute/simulation/float_moves.hpp"

namespace milkomeda {

BenchPhases BenchField::time_phases() {
    constexpr double seconds = 0.05;
    const DeviceContext device_context{Tier::copied, "", context_.device,
                                       std::make_shared<cl::Context>(context_.context)};
    const cl::CommandQueue& queue = context_.clock.queue();
    ParticleBuffers buffers{device_context, queue, {}, {}, bodies()};
    buffers.write(particles_.positions, particles_.velocities);
    FloatMoves moves{queue, build_step_program(context_.context, context_.device, context_.read)};
    const cl::Buffer accelerations{context_.context, CL_MEM_READ_ONLY, bodies() * sizeof(Float4)};
    queue.enqueueFillBuffer(accelerations, cl_float{0}, 0, bodies() * sizeof(Float4));
    const HostColumns host{context_.context, queue, bodies()};

    const double dt = SimulationParameters{}.timestep;
    const auto move = [&] {  // one leapfrog step without its force evaluation
        moves.kick(buffers, accelerations, dt / 2, Direction::forward, 1);
        moves.drift(buffers, accelerations, dt, Direction::forward, 0);
        moves.kick(buffers, accelerations, dt / 2, Direction::forward, 1);
    };
    const auto read = [&] { buffers.read(host.positions(), host.velocities()); };
    return {bodies(), context_.clock.median(move, seconds), context_.clock.median(read, seconds)};
}

}  // namespace milkomeda
