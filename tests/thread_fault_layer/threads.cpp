// A library for LD_PRELOAD that makes the start of C++ threads fail, as if a limit on processes or memory were reached.
// With MILKOMEDA_THREADS=N only the first N threads start. Threads of drivers, which are written in C, always start.
#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// The program calls this function instead of that of the C library only if the function is a visible symbol.
extern "C" __attribute__((visibility("default"))) int pthread_create(pthread_t* thread,
                                                                     const pthread_attr_t* attributes,
                                                                     void* (*run)(void*), void* argument) {
    static const auto create = reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
    static const char* const most = std::getenv("MILKOMEDA_THREADS");
    static std::atomic<long> wanted = 0;
    Dl_info caller{};
    const bool is_found = dladdr(__builtin_return_address(0), &caller) != 0 && caller.dli_fname != nullptr;
    if (most == nullptr || !is_found || std::strstr(caller.dli_fname, "libstdc++") == nullptr ||
        ++wanted <= std::atol(most))
        return create(thread, attributes, run, argument);
    std::fprintf(stderr, "thread_fault_layer: thread %ld is not started\n", wanted.load());
    return EAGAIN;
}
