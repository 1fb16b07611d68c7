#include "compute/bench/bench_encounters.hpp"

#include <algorithm>

#include "compute/encounter/encounter_batch.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {

EncounterTime bench_encounters(const Device& device, const ReadAsset& read, std::size_t particles,
                               EncounterIntegrator integrator) {
    constexpr std::size_t cpu_launch = 42, gpu_launch = 8192;
    constexpr double enough_seconds = 1;
    const cl::Context context{handle_of(device)};
    const cl::CommandQueue queue{context, handle_of(device)};
    EncounterBatch batch{{context, device, queue, read},
                         {.integrator = integrator, .particles = {particles - particles / 2, particles / 2}}};
    std::vector<EncounterParameters> models = parse_spam_lines(read("data/pairs/published-models.txt"));
    for (EncounterParameters& model : models) model.start_time.reset();
    const std::size_t launch = std::min(batch.launch_size(models), device.type == "cpu" ? cpu_launch : gpu_launch);
    std::vector<EncounterParameters> encounters;
    for (std::size_t i = 0; i < launch; ++i) encounters.push_back(models[i % models.size()]);

    const auto seconds_of = [&](const auto& work) {
        const Clock::time_point start = Clock::now();
        work();
        queue.finish();
        return seconds_since(start);
    };
    // The first launch compiles the kernels and allocates the memory. Other programs can only make a launch slower, so
    // the shortest times are used.
    EncounterTime least{.particles = particles, .orbit = 1e9, .motion = 1e9};
    const Clock::time_point start = Clock::now();
    for (int round = 0; round < 2 || seconds_since(start) < enough_seconds; ++round) {
        const double orbit = seconds_of([&] { batch.begin(encounters); });
        const double motion = seconds_of([&] { batch.move(); });
        least.orbit = std::min(least.orbit, orbit / static_cast<double>(launch));
        least.motion = std::min(least.motion, motion / static_cast<double>(launch));
    }
    return least;
}

}  // namespace milkomeda
