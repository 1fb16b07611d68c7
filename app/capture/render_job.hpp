// A command `milkomeda render` that runs in the background, with its progress.
#pragma once

#include <string>
#include <vector>

#include "app/capture/program_job.hpp"

namespace milkomeda {

struct RenderProgress {
    long done = 0, frames = 0;  // numbers of finished frames and of all frames
    // seconds since the start of the command at which the first and the newest frame were finished
    double first_seconds = 0, seconds = 0;

    // Returns the mean duration in seconds of the frames after the first frame; 0 before the second frame is finished.
    double seconds_per_frame() const;
};

class RenderJob {
  public:
    using State = ProgramJob::State;

    // Starts the program with the arguments `words`, the first of which is "render", at a low priority.
    explicit RenderJob(std::vector<std::string> words);

    // Reads the lines that the command has printed. Returns true if there is progress, or if the command has ended.
    // Does not wait.
    bool advance();
    // Asks the command to complete its file with the frames that are finished.
    void cancel() { job_.cancel(); }
    // Waits at most `seconds` for the end of the command.
    void wait(double seconds);

    State state() const { return job_.state(); }
    const RenderProgress& progress() const { return progress_; }
    double seconds() const { return job_.seconds(); }  // duration of the command when it has ended
    // Returns the last message of the command, without the name of the program; empty if there was no message.
    const std::string& message() const { return job_.message(); }

  private:
    void take_line(const std::string& line);

    ProgramJob job_;
    RenderProgress progress_;
};

}  // namespace milkomeda
