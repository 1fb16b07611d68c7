// milkomeda bench encounters: measures restricted encounters of galaxies.
#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/commands/bench_io.hpp"
#include "app/commands/commands.hpp"
#include "app/scene/device_selection.hpp"
#include "compute/bench/bench_encounters.hpp"

namespace milkomeda {

void bench_encounters(const BenchCommandOptions& options, const Assets& assets) {
    const BenchOutput output{options};
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    std::vector<std::size_t> sizes = options.bodies;
    if (sizes.empty()) sizes = {1000, 2000, 3000};
    std::vector<EncounterIntegrator> integrators{EncounterIntegrator::leapfrog};
    if (options.full) integrators.push_back(EncounterIntegrator::runge_kutta);
    for (const Device& device : bench_devices(options.device.names, options.full)) {
        if (!options.json)
            std::printf("%s (%s)\n%-11s %9s %12s %9s %12s %9s\n", device.name.c_str(), device.platform.c_str(),
                        "integrator", "particles", "encounters/s", "ms/orbit", "ms/particles", "ms/score");
        for (const EncounterIntegrator integrator : integrators)
            for (const std::size_t size : sizes) {
                const EncounterTime time = bench_encounters(device, assets.reader(), size, integrator);
                const std::string score = time.score ? fmt::format("{:.4f}", 1e3 * *time.score) : "-";
                if (!options.json)
                    std::printf("%-11s %9zu %12.0f %9.4f %12.4f %9s\n", name_of(integrator).data(), time.particles,
                                time.per_second(), 1e3 * time.orbit, 1e3 * time.motion, score.c_str());
                rows.push_back({{"device", device.name},
                                {"integrator", name_of(integrator)},
                                {"particles", time.particles},
                                {"encounters_per_s", time.per_second()},
                                {"ms_orbit", 1e3 * time.orbit},
                                {"ms_particles", 1e3 * time.motion}});
                if (time.score) rows.back()["ms_score"] = 1e3 * *time.score;
            }
    }
    output.write({{"results", rows}}, rows);
}

}  // namespace milkomeda
