// A command of this program that runs in the background.
#pragma once

#include <string>
#include <vector>

#include "data/base/clock.hpp"
#include "data/system/child_process.hpp"

namespace milkomeda {

class ProgramJob {
  public:
    enum class State { running, complete, canceled, failed };

    // Starts the program with the arguments `words`, the first of which is a command, at a low priority. The command
    // ends when this object is destroyed, and when this program ends.
    explicit ProgramJob(std::vector<std::string> words);

    // Returns the lines that the command has completed since the last call, and updates state(). Does not wait.
    std::vector<std::string> take_lines();
    // Asks the command to complete or remove its files, and to end.
    void cancel();
    // Waits at most `seconds` for the end of the command, and returns the lines.
    std::vector<std::string> wait(double seconds);

    State state() const { return state_; }
    double seconds() const { return seconds_; }  // duration of the command when it has ended
    // Returns the last message of the command, without the name of the program; empty if there was no message.
    const std::string& message() const { return message_; }

  private:
    Clock::time_point start_ = Clock::now();
    ChildProcess process_;
    std::string unread_;  // beginning of an incomplete line
    State state_ = State::running;
    std::string message_;
    double seconds_ = 0;
    bool is_canceled_ = false;
};

}  // namespace milkomeda
