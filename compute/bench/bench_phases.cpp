// The parts of a step besides its forces: the moves of the bodies, and their way to where they are drawn.
#include "compute/bench/bench_field.hpp"
#include "compute/device/host_columns.hpp"
#include "compute/simulation/integration.hpp"

namespace milkomeda {

BenchPhases BenchField::time_phases() {
    constexpr double seconds = 0.05;
    const DeviceContext device_context{Tier::copied, "", place_.device,
                                       std::make_shared<cl::Context>(place_.context)};
    const cl::CommandQueue& queue = place_.clock.queue();
    ParticleBuffers buffers{device_context, queue, {}, {}, bodies()};
    buffers.write(particles_.positions, particles_.velocities);
    Integration integration{build_step_program(place_.context, place_.device, place_.read)};
    const cl::Buffer accelerations{place_.context, CL_MEM_READ_ONLY, bodies() * sizeof(Float4)};
    queue.enqueueFillBuffer(accelerations, cl_float{0}, 0, bodies() * sizeof(Float4));
    const HostColumns host{place_.context, queue, bodies()};

    const SimulationParameters leapfrog;
    const auto move = [&] {
        integration.before_force(queue, buffers, accelerations, leapfrog);
        integration.after_force(queue, buffers, accelerations, leapfrog);
    };
    const auto read = [&] { buffers.read(host.positions(), host.velocities()); };
    return {bodies(), place_.clock.median(move, seconds), place_.clock.median(read, seconds)};
}

}  // namespace milkomeda
