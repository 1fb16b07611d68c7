// Collects the data about run and picture that the status line shows.
#include "app/diagnostics/kernel_tuning.hpp"
#include "app/panels/panel.hpp"
#include "app/panels/run_words.hpp"
#include "app/playback/mixed_run.hpp"
#include "app/playback/snapshot_series.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/ui/frame_clock.hpp"

namespace milkomeda {

RunFacts run_facts(const ObservedRun& run) {
    const ParticleSource& source = run.loaded.particle_source();
    const SimulationStatus status = source.frames().status();
    const FrameClock& clock = run.clock;
    RunFacts facts{.frames_per_second = clock.frames_per_second(),
                   .frame_seconds = clock.smooth_seconds(),
                   .advance_seconds = clock.smooth_seconds() - clock.drawing_seconds(),
                   .bodies = run.loaded.initial().particles.size(),
                   .playing = source.transport().playing(),
                   .backwards = source.transport().state().backward,
                   .goal = source.transport().state().goal,
                   .searching = run.kernels.searching() && !run.kernels.search_waits(),
                   .sums_pairs = source.solver().kernel.variant != nullptr};
    if (shows_dust(run.look) && run.quality.dust() == DustQuality::off && !run.quality.requests.dust)
        facts.spared = "without dust";
    if (const SnapshotSeries* const series = source.series()) {
        facts.at_end = series->time() >= series->last_time();
        if (const auto progress = series->progress()) facts.followed = brief_follow_text(*progress);
        facts.pace_reached = facts.backwards ? -series->pace : facts.playing ? series->pace : 0;
        return facts;
    }
    if (const LiveBox* const box = source.box()) {
        facts.bodies = box->status().small + box->status().large;
        facts.has_years = false;
    }
    facts.at_end = status.time >= run.loaded.initial().until;
    if (status.tier == Tier::none) facts.trouble = status.tier_reason;
    facts.timestep = run.parameters.timestep;
    if (!run.parameters.steps_per_frame) facts.pace_asked = run.parameters.time_per_second;
    facts.pace_reached = source.transport().state().pace_reached;
    return facts;
}

}  // namespace milkomeda
