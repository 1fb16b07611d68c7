// A state that is copied to the host in several parts must be the state at the time of the request.
#include "compute/simulation/checkpoint_transfer.hpp"

#include <doctest/doctest.h>

#include "tests/kernels/devices.hpp"
#include "tests/kernels/reference.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

std::vector<Float4> rows(std::size_t count, float first) {
    std::vector<Float4> all;
    for (std::size_t i = 0; i < count; ++i) all.push_back({first + static_cast<float>(i), first, 0, 1});
    return all;
}

}  // namespace

TEST_CASE("all parts of a copied state belong to one time, although the bodies move during the copy") {
    on_every_device([](const Device& device) {
        constexpr std::size_t bodies = 600'000;  // A state with this number of bodies is copied in three parts.
        const DeviceContext device_context = copied(device);
        const cl::CommandQueue queue{*device_context.context, handle_of(*device_context.device)};
        ParticleBuffers particles{device_context, queue, {}, {}, bodies};
        CheckpointTransfer copy{*device_context.context, queue, bodies};
        Checkpoint state;
        const Float4* first_copy = nullptr;
        for (const long steps : {7L, 8L}) {
            CAPTURE(steps);
            const auto then = static_cast<float>(steps);
            {
                ParticleBuffers::DeviceAccess access{particles};
                particles.write(rows(bodies, then), rows(bodies, -then));
                copy.begin(particles, {0.5 * then, steps, {}, {}});
                access.end();
            }
            int parts = 1;
            while (!copy.move_into(state)) {
                ++parts;
                ParticleBuffers::DeviceAccess access{particles};
                particles.write(rows(bodies, 100), rows(bodies, 200));
                access.end();
            }
            CHECK(parts == 3);
            CHECK(state.time == 0.5 * then);
            CHECK(state.steps == steps);
            CHECK(same_bits(state.positions, rows(bodies, then)));
            CHECK(same_bits(state.velocities, rows(bodies, -then)));
            // The memory of the first copy is reused for the second copy.
            CHECK((first_copy == nullptr || first_copy == state.positions.data()));
            first_copy = state.positions.data();
        }
    });
}
