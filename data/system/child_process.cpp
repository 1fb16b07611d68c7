#include "data/system/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace milkomeda {
namespace {

// Operations on file descriptors that the child process performs before the program starts.
class SpawnActions {
  public:
    SpawnActions() { posix_spawn_file_actions_init(&actions_); }
    ~SpawnActions() { posix_spawn_file_actions_destroy(&actions_); }
    SpawnActions(const SpawnActions&) = delete;
    SpawnActions& operator=(const SpawnActions&) = delete;

    // Gives `descriptor` the number `in_child` in the child process. First copies it to a number larger than `above`,
    // so that no descriptor that is still needed is overwritten. Returns false if no descriptor is free.
    bool pass(int descriptor, int in_child, int above) {
        copies_.emplace_back(fcntl(descriptor, F_DUPFD_CLOEXEC, above + 1));
        posix_spawn_file_actions_adddup2(&actions_, copies_.back(), in_child);
        return copies_.back() >= 0;
    }
    void open_null_device(int in_child) {
        posix_spawn_file_actions_addopen(&actions_, in_child, "/dev/null",
                                         in_child == STDIN_FILENO ? O_RDONLY : O_WRONLY, 0);
    }
    const posix_spawn_file_actions_t* get() const { return &actions_; }

  private:
    posix_spawn_file_actions_t actions_;
    std::vector<Descriptor> copies_;
};

// Starts the program in its own process group. A Ctrl-C in the terminal then reaches only the parent program,
// which may still need the child. Returns a system error number, or 0 on success.
int spawn(std::vector<std::string>& command, const SpawnActions& actions, int& process) {
    std::vector<char*> arguments;
    for (std::string& word : command) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawnattr_t own_group;
    posix_spawnattr_init(&own_group);
    posix_spawnattr_setflags(&own_group, POSIX_SPAWN_SETPGROUP);
    const int error = posix_spawnp(&process, arguments.front(), actions.get(), &own_group, arguments.data(), environ);
    posix_spawnattr_destroy(&own_group);
    return error;
}

}  // namespace

ChildProcess::ChildProcess(std::vector<std::string> command, const ChildStreams& streams)
    : start_error_{start(std::move(command), streams), std::generic_category()} {}

// Starts the process. Returns a system error number, or 0 on success.
int ChildProcess::start(std::vector<std::string> command, const ChildStreams& streams) {
    std::vector<FileForChild> files = streams.files;
    Descriptor far_end;
    if (streams.pipe_to_input) {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) return errno;
        far_end = Descriptor{ends[0]};
        input_ = Descriptor{ends[1]};
        fcntl(input_, F_SETFL, O_NONBLOCK);
        ignore_broken_pipes();  // write() reports broken pipes as errors
        files.push_back({far_end, STDIN_FILENO});
    }
    Descriptor writing_end;
    if (streams.pipe_from_output) {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) return errno;
        output_ = Descriptor{ends[0]};
        writing_end = Descriptor{ends[1]};
        fcntl(output_, F_SETFL, O_NONBLOCK);
        files.push_back({writing_end, STDOUT_FILENO});
        files.push_back({writing_end, STDERR_FILENO});
    }
    SpawnActions actions;
    int last = STDERR_FILENO;
    for (const FileForChild& file : files) last = std::max(last, file.in_child);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (std::ranges::find(files, stream, &FileForChild::in_child) == files.end()) actions.open_null_device(stream);
    for (const FileForChild& file : files)
        if (!actions.pass(file.descriptor, file.in_child, last)) return errno;
    int process = -1;
    if (const int error = spawn(command, actions, process); error != 0) return error;
    process_ = process;
    unfinished_.emplace(process);
    return 0;
}

ChildProcess::~ChildProcess() {
    if (process_ <= 0) return;
    kill(-process_, SIGKILL);
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) continue;
}

bool ChildProcess::ended() {
    if (process_ <= 0) return true;
    int status = 0;
    const int ended = waitpid(process_, &status, WNOHANG);
    if (ended == 0) return false;
    succeeded_ = ended == process_ && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    process_ = -1;
    unfinished_.reset();
    return true;
}

void ChildProcess::terminate() {
    if (process_ > 0) kill(process_, SIGTERM);
}

void ChildProcess::set_suspended(bool suspended) {
    if (std::exchange(suspended_, suspended) != suspended && process_ > 0)
        kill(-process_, suspended ? SIGSTOP : SIGCONT);
}

std::optional<std::size_t> ChildProcess::write(std::span<const std::uint8_t> bytes) {
    for (;;) {
        const ssize_t written = ::write(input_, bytes.data(), bytes.size());
        if (written >= 0) return static_cast<std::size_t>(written);
        if (errno != EAGAIN && errno != EINTR) return std::nullopt;
        pollfd wanted{input_, POLLOUT, 0};
        constexpr int second = 1000;
        if (errno == EAGAIN && poll(&wanted, 1, second) == 0) return 0;
    }
}

std::string ChildProcess::read() {
    std::string text;
    char part[4096];
    for (;;) {
        const ssize_t count = ::read(output_, part, sizeof part);
        if (count > 0)
            text.append(part, static_cast<std::size_t>(count));
        else if (count == 0 || errno != EINTR)
            return text;
    }
}

std::vector<std::string> background_command(std::vector<std::string> command, const std::string& at_end, int niceness) {
    command.insert(command.begin(), {"setpriv", "--pdeathsig", at_end, "nice", "-n", std::to_string(niceness)});
    return command;
}

std::string name_of_open(int in_child) { return "/proc/self/fd/" + std::to_string(in_child); }

}  // namespace milkomeda
