// Returning unused memory of the process to the operating system.
#pragma once

#include "data/base/clock.hpp"

namespace milkomeda {

// Returns memory that was freed but is kept by the allocator. Useful after a large object is gone. Takes a
// few milliseconds. Does nothing without glibc.
void release_unused_memory();

// Calls release_unused_memory() at most once a second. For loops that allocate and free much in each
// iteration: without it the heap fragments and the resident size grows.
class MemoryTrimmer {
  public:
    void trim_once_a_second();  // Call once per iteration.

  private:
    Clock::time_point last_ = Clock::now();
};

}  // namespace milkomeda
