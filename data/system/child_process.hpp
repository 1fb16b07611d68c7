// Child process: another program that runs concurrently with this program.
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

// An open file that is passed to a child process.
struct FileForChild {
    int descriptor;  // descriptor of the file in this program
    int in_child;    // descriptor of the file in the child process
};

struct ChildStreams {
    bool pipe_to_input = false;  // true connects the child's standard input to a pipe that write() fills
    // files for the child; standard streams without a file are connected to the null device
    std::vector<FileForChild> files{};
    // true connects the child's standard output and standard error to a pipe that read() empties
    bool pipe_from_output = false;
};

// Runs a program without a shell. The process and its own child processes are killed when this object is destroyed and
// when a signal ends this program.
class ChildProcess {
  public:
    // Searches for the program `command[0]` in PATH. If the program cannot be started, ended() returns true,
    // and start_error() returns the reason.
    explicit ChildProcess(std::vector<std::string> command, const ChildStreams& streams = {});
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    std::error_code start_error() const { return start_error_; }

    // Returns true if the process has ended; does not wait.
    bool ended();
    // Returns true if the process has exited with code 0.
    bool succeeded() const { return succeeded_; }
    // Asks the process to end, with the signal SIGTERM. The process may first complete its files.
    void terminate();
    // Suspends the process, or resumes it.
    void set_suspended(bool suspended);

    // Sends bytes to the child's standard input. Waits at most a second and returns the number of accepted bytes,
    // possibly 0. Returns an empty optional if the child has closed its input.
    std::optional<std::size_t> write(std::span<const std::uint8_t> bytes);
    void close_input() { input_ = {}; }
    // Returns the text that the child has written since the last call; does not wait. After ended() has returned true,
    // the text is complete.
    std::string read();

  private:
    int start(std::vector<std::string> command, const ChildStreams& streams);

    int process_ = -1;
    bool suspended_ = false, succeeded_ = false;
    Descriptor input_, output_;  // this program's ends of the pipes
    std::optional<UnfinishedProcess> unfinished_;
    std::error_code start_error_;  // must be the last member, because its initialization starts the process
};

// Returns a command that runs `command` with a low priority: `niceness` is 0 for the usual and 19 for the lowest
// priority. When the thread that started the process ends, the operating system sends the process the signal `at_end`:
// KILL ends the process at once, TERM lets the process complete its files.
std::vector<std::string> background_command(std::vector<std::string> command, const std::string& at_end = "KILL",
                                            int niceness = 19);

// Returns the file name by which a child process can open its descriptor number `in_child`.
std::string name_of_open(int in_child);

}  // namespace milkomeda
