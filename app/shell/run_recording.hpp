// Records moments of the run into one file, which plays back without computing them again.
#pragma once

#include "app/io/run_recorder.hpp"
#include "app/shell/active_run.hpp"
#include "app/shell/command_registry.hpp"
#include "app/shell/screen.hpp"

namespace milkomeda {

class RunRecording {
  public:
    RunRecording(Screen& screen, ActiveRun& run) : screen_{screen}, run_{run} {}

    void register_commands(CommandRegistry& registry);

    // Must be called once a frame, after the run has advanced: stores a moment that is due.
    void advance();
    // True while the disk is slower than the run: the run must wait.
    bool delays_run() const { return recorder_.recording() && !recorder_.has_room(); }
    // Model time of the next moment; infinity without a recording.
    double next_time() const;
    // Completes the file, and waits for it.
    void finish() { report(recorder_.finish()); }

    const RunRecorder& recorder() const { return recorder_; }

  private:
    void toggle();
    void report(const std::optional<RunRecorder::Done>& done);

    Screen& screen_;
    ActiveRun& run_;
    RunRecorder recorder_;
    const std::uint32_t* bodies_ = nullptr;  // ids of the bodies that are recorded
};

}  // namespace milkomeda
