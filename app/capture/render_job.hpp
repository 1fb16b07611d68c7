// A command `milkomeda render` that runs in the background, with its progress.
#pragma once

#include <string>
#include <vector>

#include "data/base/clock.hpp"
#include "data/system/child_process.hpp"

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
    enum class State { running, complete, canceled, failed };

    // Starts the program with the arguments `words`, the first of which is "render", at a low priority.
    explicit RenderJob(const std::vector<std::string>& words);

    // Reads what the command has printed. Returns true if there is progress, or if the command has ended. Does not
    // wait.
    bool advance();
    // Asks the command to complete its file with the frames that are finished.
    void cancel();

    State state() const { return state_; }
    const RenderProgress& progress() const { return progress_; }
    double seconds() const { return seconds_; }  // duration of the command when it has ended
    // Returns the last message of the command, without the name of the program; empty if there was no message.
    const std::string& message() const { return message_; }

  private:
    void take_line(const std::string& line);

    Clock::time_point start_ = Clock::now();
    ChildProcess process_;
    std::string unread_;  // beginning of an incomplete line
    RenderProgress progress_;
    State state_ = State::running;
    std::string message_;
    double seconds_ = 0;
    bool is_canceled_ = false;
};

}  // namespace milkomeda
