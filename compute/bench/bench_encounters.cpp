#include "compute/bench/bench_encounters.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "compute/encounter/encounter_scores.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {
namespace {

// Two exponential disks that fill about half of the grid.
MatchTarget disks_target() {
    MatchFrame frame;
    frame.map = {24, 12, 0, 32, 0, -12};
    frame.nuclei = {glm::dvec2{24, 32}, glm::dvec2{42, 32}};
    std::vector<double> image;
    for (std::size_t i = 0; i < grid_cells; ++i) {
        constexpr double scale_length = 6;
        const glm::dvec2 cell{i % grid_edge, i / grid_edge};
        const double first = glm::length(cell - frame.nuclei[0]), second = glm::length(cell - frame.nuclei[1]);
        image.push_back(0.6 * (std::exp(-first / scale_length) + std::exp(-second / scale_length)));
    }
    return match_target(frame, image);
}

// Returns an empty optional if the device cannot compute scores.
std::optional<EncounterScores> scores_of(const KernelContext& context, const EncounterSettings& settings) try {
    return std::optional<EncounterScores>{std::in_place, context, disks_target(), settings};
} catch (const std::invalid_argument&) {
    return {};
}

}  // namespace

EncounterTime bench_encounters(const Device& device, const ReadAsset& read, std::size_t particles,
                               EncounterIntegrator integrator) {
    constexpr std::size_t cpu_launch = 42, gpu_launch = 8192;
    constexpr double enough_seconds = 1;
    const cl::Context context{handle_of(device)};
    const cl::CommandQueue queue{context, handle_of(device)};
    const KernelContext kernels{context, device, queue, read};
    const EncounterSettings settings{.integrator = integrator, .particles = {particles - particles / 2, particles / 2}};
    EncounterBatch batch{kernels, settings};
    std::optional<EncounterScores> scores = scores_of(kernels, settings);
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
        if (!scores) continue;
        const double score = seconds_of([&] { scores->begin(batch); }) / static_cast<double>(launch);
        least.score = std::min(least.score.value_or(score), score);
    }
    return least;
}

}  // namespace milkomeda
