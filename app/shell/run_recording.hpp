// Records the bodies at regular model times to a file that the window can play back without computing the run again.
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

    // Stores the present state if the next moment is due. Must be called once a frame, after the run has advanced.
    void advance();
    // Returns true while moments wait for a slow disk. The run must then pause.
    bool delays_run() const { return recorder_.recording() && recorder_.queue_is_full(); }
    // Returns the model time of the next moment to record; infinity if no recording is in progress.
    double next_time() const;
    // Completes the recording, and waits until the file is written.
    void finish() { report(recorder_.finish()); }

    const RunRecorder& recorder() const { return recorder_; }

  private:
    void toggle();
    void report(const std::optional<RunRecorder::Done>& done);

    Screen& screen_;
    ActiveRun& run_;
    RunRecorder recorder_;
    const std::uint32_t* bodies_ =
        nullptr;  // address of the ids of the recorded bodies, which changes when the bodies are replaced
};

}  // namespace milkomeda
