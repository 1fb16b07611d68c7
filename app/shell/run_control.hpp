// Advances the run frame by frame, and controls it: pace, time, start, branches of its history.
#pragma once

#include <functional>

#include "app/shell/capture.hpp"
#include "app/shell/run_editor.hpp"

namespace milkomeda {

class RunControl {
  public:
    RunControl(Screen& screen, ActiveRun& run, ViewState& view, RunEditor& editor, SettingsUndo& settings,
               Capture& capture);

    void register_commands(CommandRegistry& registry);

    // Advances the run for at most the time that this frame has. `needs_step_end`: at most to the end of the
    // step under way.
    void advance(bool needs_step_end);

    // Shows the stored moment nearest to a model time.
    void show(double time);
    // Goes to a model time, computing missing steps. A past moment that is not stored is computed from the
    // start.
    void head_for(double time);
    void play_on() {
        if (!run_.source().series()) run_.source().transport().play(true);
    }
    // Goes to the start of the run, and to the first view of the camera.
    void reset();

    // Speed, limits and progress of the run, for the status line.
    RunFacts facts() const;

  private:
    void register_time_commands(CommandRegistry& registry);
    void register_history_commands(CommandRegistry& registry);
    void toggle_split();
    void change_pace(double factor);
    double& pace();
    RunHistory& history();
    ParticleSource& source_without_dragging();
    void restart(const std::function<void()>& then);
    FrameTime frame_time(double search_seconds, bool needs_step_end);
    double search_kernels();
    void report_errors();
    void report_milestone();

    Screen& screen_;
    ActiveRun& run_;
    ViewState& view_;
    RunEditor& editor_;
    SettingsUndo& settings_;
    Capture& capture_;
    double reported_until_ = 0;  // model time up to which milestones were reported
};

}  // namespace milkomeda
