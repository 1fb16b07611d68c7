// milkomeda bench build: measures how long a device's driver takes to build the kernels of the direct sum. Most drivers
// cache built kernels, so a second measurement gives a shorter time.
#include <cstdio>

#include "app/commands/commands.hpp"
#include "app/scene/device_selection.hpp"
#include "compute/bench/bench.hpp"

namespace milkomeda {

void bench_build(const BenchCommandOptions& options, const Assets& assets) {
    constexpr std::size_t built_for = 16384;
    const std::size_t bodies = options.bodies.empty() ? built_for : options.bodies.front();
    for (const Device& device : bench_devices(options.device.names, options.full)) {
        std::printf("%s (%s)\n", device.name.c_str(), device.platform.c_str());
        bench_build(device, bodies, assets.reader(), [](const KernelChoice& kernel, double seconds) {
            std::printf("%-60s %8.1f ms\n", to_string(kernel).c_str(), 1e3 * seconds);
        });
    }
}

}  // namespace milkomeda
