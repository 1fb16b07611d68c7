// milkomeda bench build: how long a device's driver takes to build the direct sum's kernels. Most drivers
// keep what they have built, so that it takes less the second time.
#include <chrono>
#include <cstdio>

#include "app/commands.hpp"
#include "app/equipment.hpp"
#include "compute/solver.hpp"

namespace milkomeda {

int bench_build(const Options& options, const Assets& assets) {
    using Clock = std::chrono::steady_clock;
    constexpr std::size_t usual_bodies = 16384;
    const std::size_t bodies = options.bench_bodies.empty() ? usual_bodies : options.bench_bodies.front();
    const auto read = [&assets](std::string_view name) { return assets.read(name); };
    for (const Device& device : bench_devices(options)) {
        std::printf("%s (%s)\n", device.name.c_str(), device.platform.c_str());
        const cl::Context context{device.handle};
        const cl::CommandQueue queue{context, device.handle};
        const cl::Buffer positions{context, CL_MEM_READ_WRITE, bodies * sizeof(cl_float4)};
        queue.enqueueFillBuffer(positions, cl_float{0}, 0, bodies * sizeof(cl_float4));
        for (const KernelVariant& variant : direct_variants())
            for (const KernelSettings& settings : candidates(variant, device, bodies)) {
                if (!runs_on(variant, device)) continue;
                const Clock::time_point start = Clock::now();
                const auto solver =
                    make_direct_solver(context, device, queue, bodies, read, variant, settings);
                solver->begin(positions, {});
                solver->enqueue_slice(0);
                queue.finish();
                std::printf("%-60s %8.1f ms\n", to_string({&variant, settings}).c_str(),
                            1e3 * std::chrono::duration<double>(Clock::now() - start).count());
            }
    }
    return 0;
}

}  // namespace milkomeda
