// Another program that runs beside this program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "data/system/descriptor.hpp"
#include "data/system/signal_cleanup.hpp"

namespace milkomeda {

// An open file that a child process receives.
struct FileForChild {
    int descriptor;  // number of the file in this program
    int in_child;    // number of the file in the child process
};

struct ChildStreams {
    bool pipe_to_input = false;       // true: the child reads from its standard input what write() sends
    std::vector<FileForChild> files;  // standard streams without a file are the null device
};

// No shell is involved. The process and the processes that it starts are killed when this object's life ends,
// and when a signal ends this program.
class ChildProcess {
  public:
    // Looks for the program `command[0]` in PATH. If it cannot be started, the process counts as ended, and
    // start_error() holds the reason.
    explicit ChildProcess(std::vector<std::string> command, const ChildStreams& streams = {});
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    std::error_code start_error() const { return start_error_; }

    // Returns true if the process has ended. Does not wait.
    bool ended();
    // Returns true if the process has ended by itself with the exit code 0.
    bool succeeded() const { return succeeded_; }
    // Stops the process, or lets it continue.
    void set_suspended(bool suspended);

    // Sends bytes to the child's standard input; returns how many it took, which is 0 if it took none within
    // a second. Returns an empty optional if the child has closed its input.
    std::optional<std::size_t> write(std::span<const std::uint8_t> bytes);
    void close_input() { input_ = {}; }

  private:
    int start(std::vector<std::string> command, const ChildStreams& streams);

    int process_ = -1;
    bool suspended_ = false, succeeded_ = false;
    Descriptor input_;
    std::optional<UnfinishedProcess> unfinished_;
    std::error_code start_error_;  // last member: its initialization starts the process
};

// Returns a command that runs `command` at the lowest priority; the system kills it when the thread that
// starts it ends.
std::vector<std::string> background_command(std::vector<std::string> command);

// Name by which a child process opens the file that has this number in it.
std::string name_of_open(int in_child);

}  // namespace milkomeda
