// Memory of this process and of the machine.
#pragma once

#include <chrono>
#include <cstdint>

namespace milkomeda {

// Returns memory to the system that was freed but is kept by the allocator. Useful after a large object is
// gone. Takes a few milliseconds. Does nothing without glibc.
void release_unused_memory();

// Calls release_unused_memory() at most once a second. For loops that allocate and free much in each
// iteration: without it the heap fragments and the resident size grows.
class MemoryTrimmer {
  public:
    void trim_once_a_second();  // Call once per iteration.

  private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// Makes the allocator keep up to 256 MB of freed memory, and take blocks above 72 KiB from the system
// directly. Does nothing without glibc.
void keep_freed_memory();

// Writable memory of this process in bytes, 0 if unknown.
std::uint64_t memory_in_use();

// Memory of the machine in bytes.
std::uint64_t memory_of_machine();

}  // namespace milkomeda
