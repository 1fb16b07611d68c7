#include "compute/bench/bench_build.hpp"

#include "compute/gravity/direct_solver.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {

void bench_build(const Device& device, std::size_t bodies, const ReadAsset& read, const BuildTimed& timed) {
    const cl::Context context{handle_of(device)};
    const cl::CommandQueue queue{context, handle_of(device)};
    const cl::Buffer positions{context, CL_MEM_READ_WRITE, bodies * sizeof(cl_float4)};
    queue.enqueueFillBuffer(positions, cl_float{0}, 0, bodies * sizeof(cl_float4));
    for (const KernelVariant& variant : direct_variants())
        for (const KernelSettings& settings : candidates(variant, device, bodies)) {
            if (!runs_on(variant, device)) continue;
            const Clock::time_point start = Clock::now();
            const auto solver = make_direct_solver({context, device, queue, bodies, read}, {&variant, settings});
            solver->begin(positions, {});
            solver->enqueue_slice(0);
            queue.finish();
            timed({&variant, settings}, seconds_since(start));
        }
}

}  // namespace milkomeda
