#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <vector>

#include "data/base/memory.hpp"

using namespace milkomeda;

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)

namespace {

std::size_t resident_pages() {
    std::ifstream statm{"/proc/self/statm"};
    std::size_t all = 0, resident = 0;
    statm >> all >> resident;
    return resident;
}

}  // namespace

TEST_CASE("what was freed between what is used goes back to the system") {
    // Pieces that come from the heap, 64 MiB of them; every hundredth stays.
    constexpr std::size_t page = 4096, piece = 16 * page, pieces = 1024;
    std::vector<std::unique_ptr<char[]>> all;
    for (std::size_t i = 0; i < pieces; ++i) all.push_back(std::make_unique<char[]>(piece));
    for (std::size_t i = 0; i < pieces; ++i)
        if (i % 100 != 99) all[i].reset();
    const std::size_t before = resident_pages();
    give_back_memory();
    CHECK(resident_pages() + pieces * piece / page / 2 < before);  // the heap may have had room for some
}

#endif
