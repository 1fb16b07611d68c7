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
            std::printf("%s (%s)\n%10s %10s %14s %10s %13s\n", device.name.c_str(), device.platform.c_str(),
                        "particles", "ms", "us/particle", "neighbors", "energy error");
        std::vector<std::size_t> sizes = options.bodies;
        if (sizes.empty())
            sizes =
                device.type == "cpu" ? std::vector<std::size_t>{20'000} : std::vector<std::size_t>{200'000, 1'000'000};
        for (const std::size_t size : sizes) {
            const GasTime time = bench_gas(device, assets.reader(), size);
            const double micro = 1e6 * time.seconds / static_cast<double>(time.particles);
            if (!options.json)
                std::printf("%10zu %10.3f %14.4f %10.1f %13.1e\n", time.particles, 1e3 * time.seconds, micro,
                            time.neighbors, time.energy_error);
            rows.push_back({{"device", device.name},
                            {"particles", time.particles},
                            {"ms", 1e3 * time.seconds},
                            {"us_per_particle", micro},
                            {"neighbors", time.neighbors},
                            {"energy_error", time.energy_error}});
        }
    }
    output.write({{"results", rows}}, rows);
}

}  // namespace milkomeda
