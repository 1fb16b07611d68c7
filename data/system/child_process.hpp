// A child process of lowest priority without input and output. It ends with the thread that starts it.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace milkomeda {

class ChildProcess {
  public:
    // Starts the command. If it cannot be started, ended() returns true at once.
    explicit ChildProcess(std::vector<std::string> command);
    ~ChildProcess();  // kills the process
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    bool ended();
    void stand_still(bool still);  // stops or continues the process

  private:
    pid_t process_ = -1;
    bool still_ = false;
};

}  // namespace milkomeda
