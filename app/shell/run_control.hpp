// Advances the run frame by frame, and controls its pace, model time, restart and history branches.
#pragma once

#include <functional>

#include "app/playback/run_history.hpp"
#include "app/shell/capture.hpp"
#include "app/shell/run_editor.hpp"

namespace milkomeda {

class RunControl {
  public:
    RunControl(Screen& screen, ActiveRun& run, ViewState& view, RunEditor& editor, SettingsUndo& settings,
               Capture& capture)
        : screen_{screen}, run_{run}, view_{view}, editor_{editor}, settings_{settings}, capture_{capture} {}

    void register_commands(CommandRegistry& registry);

    // Advances the run within the computing time of this frame. If `needs_step_end` is true, the run stops at the end
    // of the current step.
    void advance(bool needs_step_end);

    // Shows the stored moment nearest to the model time `time`.
    void show(double time);
    // Goes to the model time `time`, computes missing steps, and pauses there unless `plays_on` is true. If `time` is
    // in the past and no key frame before `time` is stored, restarts the run and computes the steps up to `time`.
    void head_for(double time, bool plays_on = false);
    // Plays a simulation from the moment shown. A snapshot series stays paused.
    void play_on() {
        if (!run_.source().series()) run_.source().transport().play(true);
    }
    // Returns to the start of the run, and sets the camera to the initial view of the scene.
    void reset();

  private:
    void register_time_commands(CommandRegistry& registry);
    void register_history_commands(CommandRegistry& registry);
    std::vector<UserCommand> speed_commands();
    std::vector<UserCommand> chapter_commands();
    std::vector<UserCommand> branch_commands();
    void show_branch(const std::shared_ptr<RunHistory::Branch>& branch);
    void change_pace(double factor);
    double& pace();  // pace of the playback or of the simulation, in model time per second
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
    double reported_until_ = 0;  // model time up to which report_milestone() has announced milestones
};

}  // namespace milkomeda
