#include "app/commands/confirm_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/commands/headless_run.hpp"
#include "app/diagnostics/kernel_tuning.hpp"
#include "app/io/log.hpp"
#include "app/io/progress.hpp"
#include "app/scene/device_selection.hpp"
#include "data/particles/row_order.hpp"
#include "data/particles/structure.hpp"

namespace milkomeda {
namespace {

constexpr std::array galaxy_names{"galaxy-1", "galaxy-2"};

// Returns galaxy 2 relative to galaxy 1 in the units of encounters.
PhasePoint relative_state(const ParticleSet& particles) {
    std::array<glm::dvec3, 2> centers, velocities;
    for (std::size_t g = 0; g < 2; ++g) {
        centers[g] = center_of_galaxy(particles, galaxy_names[g]);
        velocities[g] = velocity_of_center(particles, galaxy_names[g], centers[g]);
    }
    return {(centers[1] - centers[0]) / live_length, (velocities[1] - velocities[0]) / live_speed};
}

std::shared_ptr<const SceneSetup> setup_of(const std::string& text, const ConfirmOptions& options) {
    const Scene scene = scene_of_text("the scene of the encounter", text);
    SceneSetup setup;
    setup.particles = generate(scene, options.bodies, options.seed);
    shuffle_components(setup.particles);
    setup.parameters = scene.simulation;
    setup.shown = shown_components(setup.particles, {});
    setup.origins = origins_of(setup.particles);
    return std::make_shared<const SceneSetup>(std::move(setup));
}

// The devices and the kernel of all runs.
struct LiveDevice {
    LiveDevice(const ConfirmOptions& options, const Assets& all_assets)
        : context{find_device_context(options.device, GlSide{})},
          assets{all_assets},
          kernels{options.device, options.program, context, assets} {
        if (context.tier == Tier::none) throw std::runtime_error("cannot simulate: " + context.reason);
    }

    DeviceContext context;
    const Assets& assets;
    KernelTuning kernels;
};

ConfirmRun run_from(const LiveStart& start, const EncounterParameters& parameters, const ConfirmOptions& options,
                    LiveDevice& device, const ScoreMoment& score, const std::string& title) {
    constexpr long steps_per_moment = 2;
    const auto setup =
        setup_of(live_scene_text(parameters, start, {.title = title, .bodies = options.bodies}), options);
    HeadlessRun run{setup, device.context, device.assets,
                    device.kernels.settle(setup->particles.positions, setup->parameters.accuracy)};
    const double freedom = time_freedom(parameters), until = live_time * (freedom - start.time);
    ConfirmRun result;
    result.start = start, result.first = setup->particles;
    double best_score = std::numeric_limits<double>::lowest();  // of the moments with an accepted error
    Progress progress{title, "time units", until};
    const auto record = [&] {
        ParticleSet particles = run.simulation().checkpoints().read();
        const double time = start.time + run.simulation().status().time / live_time;
        result.moments.push_back({time, relative_state(particles)});
        const LiveError error = live_error(parameters, result.moments.back().galaxy2);
        if (std::abs(time) > freedom) return;
        if (score && error.place <= accepted_place_error) {
            const double value = score(result.first, particles);
            if (value <= best_score) return;
            best_score = value;
        } else if (result.last.size() > 0 && error.place >= result.error.place) {
            return;
        }
        result.present = result.moments.size() - 1;
        result.error = error;
        result.last = std::move(particles);
    };
    record();
    for (long steps = 0; !run.is_at(until);) {
        if (!run.step_toward(until)) continue;
        if (++steps % steps_per_moment == 0) record();
        progress.update(run.simulation().status().time);
    }
    return result;
}

}  // namespace

const LiveMoment& ConfirmRun::closest() const {
    return *std::ranges::min_element(moments.begin(), moments.begin() + static_cast<std::ptrdiff_t>(present) + 1, {},
                                     [](const LiveMoment& moment) { return glm::length(moment.galaxy2.position); });
}

double time_freedom(const EncounterParameters& parameters) {
    constexpr double share = 0.2, least = 0.2;
    return std::max(least, -share * encounter_timing(parameters).closest_time);
}

ConfirmRuns confirm_encounter(const EncounterParameters& parameters, const ConfirmOptions& options,
                              const Assets& assets, const ScoreMoment& score) {
    LiveDevice device{options, assets};
    log_device_context(device.context);
    OrbitCorrection correction{parameters};
    ConfirmRuns runs;
    for (std::size_t i = 0; i <= options.corrections; ++i) {
        const std::string title = i == 0 ? "run with live galaxies" : fmt::format("run after correction {}", i);
        ConfirmRun run = run_from(correction.start(), parameters, options, device, score, title);
        log_info(fmt::format("{}: galaxy 2 is {:.1f} % of the separation away from its place, at {:+.0f} Myr", title,
                             100 * run.error.place, encounter_myr * run.present_time()));
        correction.correct(glm::dvec2{run.moments[run.present].galaxy2.position});
        runs.all.push_back(std::move(run));
        if (runs.all.back().error.place < runs.best_run().error.place) runs.best = i;
        if (runs.best_run().error.place <= accepted_place_error) break;
    }
    return runs;
}

std::string scene_of_run(const EncounterParameters& parameters, const ConfirmRun& run, const ConfirmOptions& options,
                         const std::string& comments) {
    return live_scene_text(
        parameters, run.start,
        {.title = parameters.name, .comments = comments, .present = run.present_time(), .bodies = options.bodies});
}

}  // namespace milkomeda
