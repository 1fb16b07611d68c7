#include <doctest/doctest.h>

#include <fstream>
#include <memory>
#include <thread>
#include <vector>

#include "data/base/clock.hpp"
#include "data/system/memory.hpp"

using namespace milkomeda;

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)

namespace {

std::size_t resident_pages() {
    std::ifstream statm{"/proc/self/statm"};
    std::size_t all = 0, resident = 0;
    statm >> all >> resident;
    return resident;
}

constexpr std::size_t page = 4096, block = 16 * page, blocks = 1024;

// Allocates 64 MiB in blocks on the heap and frees all blocks except every hundredth block.
std::vector<std::unique_ptr<char[]>> every_hundredth_block() {
    std::vector<std::unique_ptr<char[]>> all;
    for (std::size_t i = 0; i < blocks; ++i) all.push_back(std::make_unique<char[]>(block));
    for (std::size_t i = 0; i < blocks; ++i)
        if (i % 100 != 99) all[i].reset();
    return all;
}

// At least half of the allocated pages must return to the system. The other half may have been free before the test.
constexpr std::size_t returned_pages = blocks * block / page / 2;

}  // namespace

TEST_CASE("freed heap memory between allocations still in use is returned to the system") {
    const auto used = every_hundredth_block();
    const std::size_t before = resident_pages();
    release_unused_memory();
    CHECK(resident_pages() + returned_pages < before);
}

TEST_CASE("the main loop returns free memory to the system once a second") {
    const Clock::time_point start = Clock::now();
    MemoryTrimmer free_memory;
    const auto used = every_hundredth_block();
    const std::size_t before = resident_pages();
    while (resident_pages() + returned_pages >= before && seconds_since(start) < 10) {
        std::this_thread::sleep_for(std::chrono::milliseconds{10});
        free_memory.trim_once_a_second();
    }
    CHECK(resident_pages() + returned_pages < before);
    CHECK(seconds_since(start) > 0.9);
}

#endif
