#include "data/system/memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <limits>
#include <string>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace milkomeda {
namespace {

constexpr int kept_bytes = 256 << 20;  // largest unused memory at the end of the heap that is not given back
// Blocks of more than this number of bytes come directly from the operating system, and are given back when they are
// freed. The initial value is the largest value that glibc chooses itself.
std::atomic<int> largest_heap_block = 32 << 20;

// Calls madvise() with `advice` for all pages that lie completely within this memory.
void advise_pages(void* memory, std::size_t bytes, int advice) {
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGE_SIZE));
    const auto at = reinterpret_cast<std::uintptr_t>(memory);
    const std::uintptr_t begin = (at + page - 1) / page * page, end = (at + bytes) / page * page;
    if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, advice);
}

}  // namespace

void release_unused_memory() {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

void MemoryTrimmer::trim_once_a_second() {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::seconds{1}) return;
    release_unused_memory();
    last_ = std::chrono::steady_clock::now();
}

void keep_freed_memory() {
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, kept_bytes);
    mallopt(M_MMAP_THRESHOLD, largest_heap_block = 72 << 10);
#endif
}

MemoryReuse::MemoryReuse() {
#ifdef __GLIBC__
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
#endif
}

MemoryReuse::~MemoryReuse() {
#ifdef __GLIBC__
    constexpr int default_most_maps = 65'536;
    mallopt(M_MMAP_MAX, default_most_maps);
    mallopt(M_MMAP_THRESHOLD, largest_heap_block);
    mallopt(M_TRIM_THRESHOLD, kept_bytes);
    malloc_trim(0);
#endif
}

void allocate_pages(void* memory, std::size_t bytes) {
#ifdef MADV_POPULATE_WRITE
    advise_pages(memory, bytes, MADV_POPULATE_WRITE);
#endif
}

void discard_pages(void* memory, std::size_t bytes) { advise_pages(memory, bytes, MADV_DONTNEED); }

std::uint64_t memory_in_use() {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (std::uint64_t kilobytes = 0; word == "VmData:" && status >> kilobytes) return kilobytes * 1024;
    return 0;
}

std::uint64_t memory_of_machine() {
    return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
}

}  // namespace milkomeda
