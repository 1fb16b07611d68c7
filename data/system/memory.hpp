// Memory use of this process, and memory of the machine.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace milkomeda {

// Trims the heap: the allocator gives freed memory back to the operating system. Useful after freeing a large object.
// Takes a few milliseconds. Does nothing without glibc.
void release_unused_memory();

// Calls release_unused_memory() at most once a second, for loops that allocate and free much memory in each iteration.
// Without these calls the heap would fragment and the resident size would grow.
class MemoryTrimmer {
  public:
    void trim_once_a_second();  // must be called in every iteration

  private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// Makes the allocator keep up to 256 MB of freed memory for reuse. Blocks above 72 KiB are then allocated by the
// operating system and not kept. Does nothing without glibc.
void keep_freed_memory();

// While an object of this class exists, freed memory stays with the process and serves later allocations, which is
// faster than new pages of the operating system. The destructor gives unused memory back.
class MemoryReuse {
  public:
    MemoryReuse();
    ~MemoryReuse();
    MemoryReuse(const MemoryReuse&) = delete;
    MemoryReuse& operator=(const MemoryReuse&) = delete;
};

// Empties a vector and frees its memory, which the assignment of {} would keep.
template <typename Element>
void free_memory(std::vector<Element>& elements) {
    std::vector<Element>().swap(elements);
}

// Makes the operating system allocate and clear the pages within this memory now, instead of at their first use.
void allocate_pages(void* memory, std::size_t bytes);
// Gives the pages within this memory back to the operating system. Their content is lost, but the addresses stay valid.
void discard_pages(void* memory, std::size_t bytes);

// Returns the size of this process's writable memory in bytes, or 0 if it is unknown.
std::uint64_t memory_in_use();

// Returns the memory of the machine in bytes.
std::uint64_t memory_of_machine();

}  // namespace milkomeda
