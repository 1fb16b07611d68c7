// A run that has ended must leave no unfinished work on its device.
#include <doctest/doctest.h>

#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "compute/simulation/device_run.hpp"
#include "tests/kernels/devices.hpp"
#include "tests/kernels/reference.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

TEST_CASE("destroying a run waits until the device has completed all work of the run") {
    const ParticleSet bodies = scattered_bodies(100);
    on_every_device([&](const Device& device) {
        const DeviceContext device_context = copied(device);
        auto run = std::make_unique<DeviceRun>(device_context, GlSide{}, GlVertexBuffers{}, bodies, built_in_kernels(),
                                               SolverChoice{});
        cl::UserEvent may_continue{*device_context.context};
        const std::vector<cl::Event> first{may_continue};
        cl::Event last;
        run->parts.device.queue.enqueueMarkerWithWaitList(&first, &last);
        std::jthread device_works{[may_continue]() mutable {
            std::this_thread::sleep_for(std::chrono::milliseconds{50});
            may_continue.setStatus(CL_COMPLETE);
        }};
        run.reset();
        CHECK(last.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() == CL_COMPLETE);
    });
}
