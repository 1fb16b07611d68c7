// A program that runs beside this one, at the lowest priority and in silence. It ends with the thread that
// starts it.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace milkomeda {

class ChildProcess {
  public:
    // A command that cannot be started has ended at once.
    explicit ChildProcess(std::vector<std::string> command);
    ~ChildProcess();  // ends it
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    bool ended();
    void stand_still(bool still);  // until told otherwise

  private:
    pid_t process_ = -1;
    bool still_ = false;
};

}  // namespace milkomeda
