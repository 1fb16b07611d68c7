// milkomeda bench gas: measures a substep of the gas.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/commands/bench_io.hpp"
#include "app/commands/commands.hpp"
#include "app/scene/device_selection.hpp"
#include "compute/bench/bench_gas.hpp"

namespace milkomeda {

void bench_gas(const BenchCommandOptions& options, const Assets& assets) {
    const BenchOutput output{options};
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const Device& device : bench_devices(options.device.names, options.full)) {
        if (!options.json)
            std::printf("%s (%s)\n%9s %11s %11s %10s %13s %9s %10s %10s %12s\n", device.name.c_str(),
                        device.platform.c_str(), "particles", "ms/substep", "ms/density", "ms/forces", "us/particle",
                        "neighbors", "pairs/s", "bytes/body", "energy error");
        std::vector<std::size_t> sizes = options.bodies;
        if (sizes.empty())
            sizes =
                device.type == "cpu" ? std::vector<std::size_t>{20'000} : std::vector<std::size_t>{200'000, 1'000'000};
        for (const std::size_t size : sizes) {
            const GasTime time = bench_gas(device, assets.reader(), size);
            const auto particles = static_cast<double>(time.particles);
            const double pairs = particles * time.neighbors / time.seconds;
            if (!options.json)
                std::printf("%9zu %11.3f %11.3f %10.3f %13.4f %9.1f %10.2e %11.0f %12.1e\n", time.particles,
                            1e3 * time.seconds, 1e3 * time.density_seconds, 1e3 * time.force_seconds,
                            1e6 * time.seconds / particles, time.neighbors, pairs, time.bytes, time.energy_error);
            rows.push_back({{"device", device.name},
                            {"gas", time.particles},
                            {"neighbors", time.neighbors},
                            {"ms_per_substep", 1e3 * time.seconds},
                            {"ms_density", 1e3 * time.density_seconds},
                            {"ms_forces", 1e3 * time.force_seconds},
                            {"pairs_per_s", pairs},
                            {"bytes_per_gas_body", time.bytes},
                            {"energy_error", time.energy_error}});
        }
    }
    output.write({{"results", rows}}, rows);
}

}  // namespace milkomeda
