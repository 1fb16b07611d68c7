// Returning unused memory of the process to the operating system.
#pragma once

#include "data/base/clock.hpp"

namespace milkomeda {

// What was freed is kept for what comes next, piece by piece between what is still used: after something
// large has gone, this gives it back to the system. Takes some milliseconds. Without glibc it does
// nothing.
void release_unused_memory();

// The same once a second, for a loop whose every turn takes and frees much: where that lies changes with
// time, and what it has touched would be kept, until all holes between what stays are full.
class MemoryTrimmer {
  public:
    void trim_once_a_second();  // once a turn

  private:
    Clock::time_point last_ = Clock::now();
};

}  // namespace milkomeda
