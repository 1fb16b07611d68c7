// A program that runs beside this one, at the lowest priority and in silence.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace milkomeda {

class BackgroundProgram {
  public:
    // What cannot be started has ended at once.
    explicit BackgroundProgram(std::vector<std::string> command);
    ~BackgroundProgram();  // ends it
    BackgroundProgram(const BackgroundProgram&) = delete;
    BackgroundProgram& operator=(const BackgroundProgram&) = delete;

    bool ended();

  private:
    pid_t process_ = -1;
};

}  // namespace milkomeda
