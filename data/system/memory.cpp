#include "data/system/memory.hpp"

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace milkomeda {

void release_unused_memory() {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

void MemoryTrimmer::trim_once_a_second() {
    constexpr double every_seconds = 1;
    if (seconds_since(last_) < every_seconds) return;
    release_unused_memory();
    last_ = Clock::now();
}

}  // namespace milkomeda
