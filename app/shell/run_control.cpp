#include "app/shell/run_control.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <limits>
#include <utility>

#include "app/cli/usage_error.hpp"
#include "app/panels/milestone_list.hpp"
#include "app/panels/run_words.hpp"
#include "app/playback/mixed_run.hpp"
#include "app/playback/snapshot_series.hpp"
#include "data/base/clock.hpp"
#include "data/scene/milestones.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {

void RunControl::advance(bool needs_step_end) {
    const Clock::time_point start = Clock::now();
    ParticleSource& source = run_.source();
    constexpr double mebibyte = 1 << 20;
    // While the user drags or types the memory limit, a small intermediate value would delete key frames. An existing
    // history therefore gets its new limit after the edit.
    if (!screen_.ui.is_being_edited() || !source.checkpoints().run_history())
        source.checkpoints().keep_history(static_cast<std::size_t>(mebibyte * run_.parameters.key_frame_memory));
    editor_.follow_jumps();
    run_.diagnostics.prepare(source);
    source.frames().record_into(&screen_.timing.profiler());
    const FrameTime frame = frame_time(search_kernels(), needs_step_end);
    FrameTime until_recorded = frame;
    if (capture_.recording.recorder().recording())  // The recording stores the end of the step nearest to next_time().
        until_recorded.last_time = std::min(frame.last_time.value_or(std::numeric_limits<double>::infinity()),
                                            capture_.recording.next_time() + 0.5 * run_.parameters.timestep);
    const bool records_video = capture_.video.recorder().recording(), is_held = editor_.holds_run(),
               is_delayed = capture_.recording.delays_run();
    if (records_video && !is_delayed) capture_.video.advance(until_recorded, is_held);
    run_.loaded.rows().waits = capture_.video.is_exact_frame();
    if (view_.split.on())
        view_.split.advance(run_.loaded, run_.parameters, frame);
    else if (!records_video && !is_held && !is_delayed)
        source.frames().advance(run_.parameters, until_recorded);
    capture_.recording.advance();
    capture_.video.report_done();
    report_errors();
    screen_.clock.note_advance(seconds_since(start));
    report_milestone();
}

// Continues the search for the fastest kernel. Returns the seconds that the search took in this frame.
double RunControl::search_kernels() {
    SolverSlot* const slot = run_.source().solver_slot();
    if (!slot) return 0;
    const RunFacts facts =
        run_facts({run_.loaded, run_.kernels, run_.parameters, view_.look, view_.quality, screen_.clock});
    return run_.kernels.advance(*slot, run_.loaded.initial().particles.positions, keeps_pace(facts), run_.gl.finish,
                                screen_.notices);
}

FrameTime RunControl::frame_time(double search_seconds, bool needs_step_end) {
    const SceneChange* const next_event = run_.loaded.initial().course.next();
    const bool searches = run_.kernels.searching() && !run_.kernels.search_waits();
    // The device computes steps while the CPU draws, except in four cases: time measurements and kernel searches, which
    // the steps would distort; videos, whose frames belong to certain steps; comparisons, whose runs advance together.
    const bool goes_ahead = !view_.quality.timers().measures_by_host() && !searches &&
                            !capture_.video.recorder().recording() && !view_.split.on();
    return {.seconds = screen_.clock.seconds(),
            .busy_seconds = screen_.clock.drawing_seconds() + search_seconds,
            .one_step_only = needs_step_end || editor_.needs_step_end(),
            .last_time = next_event ? next_event->time : std::nullopt,
            .goes_ahead = goes_ahead};
}

void RunControl::report_errors() {
    if (const std::string error = view_.split.take_error(); !error.empty()) {
        const bool is_exact = view_.split.comparison().with == Comparison::With::exact_forces;
        screen_.notices.fail(
            fmt::format("the {} failed: {}", is_exact ? "run with exact forces" : "second run", error));
        view_.split.end();
    }
    if (const std::string error = run_.source().frames().take_error(); !error.empty()) screen_.notices.fail(error);
}

void RunControl::report_milestone() {
    const std::vector<SceneMilestone>& milestones = run_.loaded.initial().milestones;
    const double before = std::exchange(reported_until_, run_.source().transport().time());
    if (const auto passed = milestone_between(milestones, before, reported_until_))
        screen_.notices.tell(words_of(milestones[*passed], run_.loaded.initial().has_years()));
}

ParticleSource& RunControl::source_without_dragging() {
    editor_.release_galaxy();
    return run_.source();
}

void RunControl::show(double time) try {
    source_without_dragging().transport().show_nearest(time);
} catch (const UsageError& error) {
    screen_.notices.hint(error.what());
}

void RunControl::head_for(double time, bool plays_on) try {
    Transport& transport = source_without_dragging().transport();
    transport.play(plays_on);
    const bool needs_restart = !transport.can_reach(time);
    transport.run_to(time);  // throws UsageError if the source cannot change its time
    if (!needs_restart) return;
    restart([this, plays_on, time] {
        run_.source().transport().play(plays_on);
        run_.source().transport().run_to(time);
    });
} catch (const UsageError& error) {
    screen_.notices.hint(error.what());
}

// Returns to the start of the run without moving the camera, then calls `then`. If galaxies have been edited, restores
// the bodies of the start at the end of the current step.
void RunControl::restart(const std::function<void()>& then) {
    ParticleSource& source = source_without_dragging();
    const auto begin_again = [this, then] {
        if (run_.lost_device) run_.lost_device->plays_on = true;
        view_.split.begin_anew();
        view_.annotations.restart();
        screen_.trace.event("reset", {{"time", run_.source().frames().status().time}});
        then();
    };
    if (run_.edited_start)
        return editor_.restore_start([this, begin_again] {
            run_.source().transport().play(true);
            begin_again();
        });
    source.transport().restart();
    begin_again();
}

void RunControl::reset() {
    restart([this] {
        settings_.move_camera([this] { view_.camera.begin(run_.loaded.initial(), run_.options.scene.camera); });
    });
}

double& RunControl::pace() {
    SnapshotSeries* const series = run_.source().series();
    return series ? series->pace : run_.parameters.time_per_second;
}

void RunControl::change_pace(double factor) {
    constexpr Range valid{0.01, 100};
    pace() = std::clamp(pace() * factor, valid.least, valid.most);
}

}  // namespace milkomeda
