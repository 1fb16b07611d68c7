#include "data/system/child_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <utility>

namespace milkomeda {

ChildProcess::ChildProcess(std::vector<std::string> command) {
    command.insert(command.begin(), {"setpriv", "--pdeathsig", "KILL", "nice", "-n", "19"});
    std::vector<char*> pointers;
    for (std::string& word : command) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t silence;
    posix_spawn_file_actions_init(&silence);
    posix_spawn_file_actions_addopen(&silence, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&silence, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&silence, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (posix_spawnp(&process_, "setpriv", &silence, nullptr, pointers.data(), environ) != 0) process_ = -1;
    posix_spawn_file_actions_destroy(&silence);
}

ChildProcess::~ChildProcess() {
    if (ended()) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
}

bool ChildProcess::ended() {
    if (process_ > 0 && waitpid(process_, nullptr, WNOHANG) != 0) process_ = -1;
    return process_ < 0;
}

void ChildProcess::stand_still(bool still) {
    if (std::exchange(still_, still) != still && process_ > 0) kill(process_, still ? SIGSTOP : SIGCONT);
}

}  // namespace milkomeda
