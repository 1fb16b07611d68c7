// The main loop: in each frame handles input, draws panels, advances the run, and draws the picture.
#include "app/shell/viewer_app.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "app/playback/snapshot_series.hpp"
#include "app/shell/state_trace.hpp"
#include "app/ui/display_loss.hpp"
#include "app/viewport/shown_bodies.hpp"
#include "data/system/end_signals.hpp"

namespace milkomeda {

void ViewerApp::run() {
    log_division(run_.device_context, run_.source());
    screen_.trace.event("reset", {{"time", run_.source().frames().status().time}});
    viewport_.expect_first_pictures();
    const PanelContents contents = panel_contents();
    note_end_signals();
    when_display_is_lost([this] { finish_without_display(); });
    FrameProfiler& time = screen_.timing.profiler();
    while (begin_frame()) {
        recovery_.survives([&] { time.measure("input", [this] { take_input(), requests_.begin_frame(); }); });
        // Panels change settings at once, and return all other requests of the user in `actions`.
        const PanelActions actions = time.measure("panels", [&] {
            screen_.ui.begin_frame(view_.look.stereo == Stereo::side_by_side && !view_.split.on());
            return panels_.draw(contents);
        });
        recovery_.survives([&] { time.measure("simulation", [this] { advance(); }); });
        if (time.measure("input", [this] { return screen_.window.is_gone(); })) continue;
        time.measure("draw", [this] { draw(); });
        screen_.ui.render(view_.quality.timers(), panels_.opaque_areas());
        view_.quality.timers().end_frame();
        time.measure("trace", [&] {
            trace_frame(traced_parts());
            requests_.end_frame(traced_parts());
        });
        screen_.window.present(&time);
        recovery_.survives([&] { time.measure("input", [&] { finish_frame(actions); }); });
        rest_if_idle();
    }
    finish();
}

bool ViewerApp::begin_frame() {
    Timing& timing = screen_.timing;
    const bool is_open = timing.profiler().measure("input", [&] {
        timing.interval_seconds = screen_.window.refresh_seconds();
        return screen_.window.begin_frame();
    });
    screen_.clock.tick();
    timing.begin_frame(screen_.clock.number(), panels_.shows(Panel::timing));
    return is_open && !end_signalled();
}

// Advances the tools and the run. The run does not advance while the gallery hides the picture.
void ViewerApp::advance() {
    capture_.video.begin_frame();
    editor_.advance(viewport_.view_of_panels());
    const auto needs_step_end = [this] { return persistence_.needs_step_end() || render_export_.needs_step_end(); };
    if (!panels_.gallery().is_open()) control_.advance(needs_step_end());
    editor_.advance(viewport_.view_of_panels());
    if (needs_step_end()) editor_.release_galaxy();  // because a file must not contain a dragged galaxy
    persistence_.advance();
    render_export_.advance();
    comparison_.advance();
    screen_.timing.profiler().measure("upload", [this] {
        if (view_.split.on()) return view_.split.update(run_.loaded);
        update_bodies(run_.loaded, view_.annotations, view_.camera);
    });
    if (SnapshotSeries* const series = run_.source().series())
        if (const std::string notice = series->take_notice(); !notice.empty()) screen_.notices.add(notice);
    viewport_.advance_slice();
    if (!view_.split.on()) tools_.measure.advance(run_.loaded, viewport_.view_of_panels(), screen_.clock.seconds());
    if (!view_.split.on()) tools_.match.advance(run_.loaded, screen_.clock.seconds());
    run_.source().frames().go_ahead(run_.parameters);
}

void ViewerApp::draw() {
    view_.camera.see(viewport_.free_view());
    settings_.move_camera([this] { view_.camera.follow(run_.loaded, capture_.video.animation_seconds()); });
    viewport_.introduces_galaxies = hint_.shown();
    if (!recovery_.survives([this] { viewport_.draw(); })) glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

// Performs requests at the end of the frame, because they may destroy the scene or close the device.
void ViewerApp::finish_frame(const PanelActions& actions) {
    perform(actions);
    screen_.work.note_presented();
    if (const auto work = screen_.work.take(false)) {
        screen_.trace.event("announced", {{"line", work->notice}});
        work->run();
    }
    editor_.follow_jumps();
    if (!tour_.runs()) settings_.record_changes();  // because the tour restores all settings that it changes
    editor_.measure();
    lessons_.advance();
    loader_.reload_edited_assets();
}

// Waits for input while the picture does not change.
void ViewerApp::rest_if_idle() {
    screen_.timing.changing = what_changes();
    idle_.note(!screen_.timing.changing.empty(), screen_.clock.seconds(), screen_.clock.processor_seconds());
    seen_ = view_.camera.shown();
    viewport_.trim_memory();
    if (idle_.seconds() == 0) return;
    screen_.timing.end_frame();
    const double slice_seconds = idle_slice();
    bool has_input = false, has_news = false;
    for (double left = idle_.seconds(); left > 0 && !has_input && !has_news && !end_signalled();
         left -= slice_seconds) {
        has_input = screen_.window.wait(slice_seconds);
        has_news = render_export_.has_news() || match_.has_news() || requests_.has_news();
    }
    if (has_input || has_news) idle_.wake();
    screen_.clock.skip();
}

// Returns the interval, in seconds, at which an idle window checks for signals, requests and results of other threads.
// Clients that are connected get a reply without a noticeable delay.
double ViewerApp::idle_slice() const { return requests_.has_clients() ? 0.01 : 0.1; }

TracedParts ViewerApp::traced_parts() {
    return {screen_,
            run_,
            view_,
            tools_,
            panels_,
            tour_,
            render_export_.status(),
            comparison_.status(),
            commands_.commands(),
            lessons_.progress()};
}

// Returns the name of a part of the program that may change the next picture without input of the user; empty if the
// picture stays the same.
std::string_view ViewerApp::what_changes() const {
    const bool shows_notice = !screen_.notices.lines().empty() || !screen_.work.empty();
    if (panels_.gallery().is_open())
        return panels_.gallery().thumbnails().is_busy() ? "thumbnails" : shows_notice ? "notices" : "";
    const bool searches = run_.kernels.searching() && !run_.kernels.search_waits();
    const bool split = view_.split.on();
    const std::initializer_list<std::pair<bool, std::string_view>> parts{
        {shows_notice, "notices"},
        {panels_.are_changing(), "panels"},
        {run_.source().transport().moving(), "run"},
        {view_.camera.shown() != seen_, "camera"},
        {searches, "kernel search"},
        {persistence_.needs_step_end(), "files"},
        {render_export_.is_busy() || capture_.works(), "export"},
        {view_.split.waits() || view_.split.is_behind(), "split"},
        {view_.slice.is_busy() && !split, "slice"},
        {view_.quality.is_refining && !split, "refinement"},
        {requests_.is_busy(), "requests"},
        {tour_.runs(), "tour"},
        {tools_.play.are_busy() || tools_.measure.is_busy(), "tools"},
        {tools_.match.is_busy(), "match"},
        {lessons_.is_busy(), "lesson"}};
    const auto found = std::ranges::find(parts, true, &std::pair<bool, std::string_view>::first);
    return found == parts.end() ? "" : found->second;
}

void ViewerApp::finish() {
    tour_.end();
    persistence_.store_settings();  // first, because the calls below may wait for a device

    editor_.release_galaxy();
    const auto finish_files = [this] { persistence_.finish(); };
    if (!recovery_.survives(finish_files))
        finish_files();  // second attempt, after the recovery has replaced the failed device
    capture_.finish();
    render_export_.finish();
    match_.finish();
}

// Saves and completes files after the display was lost. OpenGL is then unusable, and the device may no longer respond.
void ViewerApp::finish_without_display() {
    tour_.end();
    persistence_.finish_without_display();
    capture_.finish();
    render_export_.finish();
    match_.finish();
}

}  // namespace milkomeda
