// Works around a fault of GCC's AddressSanitizer (fixed in version 18 of LLVM). If a process forks while
// another thread is inside the allocator, the child waits for a lock that is never released. The fork handler
// of this file waits until no thread is inside the allocator. This file is built without sanitizers, because
// memory is requested before the sanitizer has started.
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>

#include <atomic>
#include <cstddef>
#include <new>

extern "C" {
void* __interceptor_malloc(std::size_t);
void* __interceptor_calloc(std::size_t, std::size_t);
void* __interceptor_realloc(void*, std::size_t);
void __interceptor_free(void*);
int __interceptor_posix_memalign(void**, std::size_t, std::size_t);
void* __interceptor_aligned_alloc(std::size_t, std::size_t);
void* __interceptor_memalign(std::size_t, std::size_t);
char* __interceptor_strdup(const char*);
char* __interceptor_strndup(const char*, std::size_t);
}

namespace {

std::atomic<int> threads_inside{0};
std::atomic<bool> is_forking{false};
thread_local int depth = 0;  // nesting depth of this thread's allocator calls
thread_local bool forks = false;

// Marks an allocation or deallocation in progress while the object exists.
class Inside {
  public:
    Inside() {
        if (depth++ > 0 || forks) return;
        while (true) {
            ++threads_inside;
            if (!is_forking) return;
            --threads_inside;
            while (is_forking) sched_yield();
        }
    }
    ~Inside() {
        if (--depth == 0 && !forks) --threads_inside;
    }
};

void before_fork() {
    while (is_forking.exchange(true)) sched_yield();
    forks = true;
    while (threads_inside > 0) sched_yield();
}

void after_fork() {
    forks = false;
    is_forking = false;
}

// Resets the count in the child, where the other threads do not exist.
void begin_child() {
    threads_inside = 0;
    after_fork();
}

[[maybe_unused]] const int registered = pthread_atfork(before_fork, after_fork, begin_child);

// Returns the sanitizer's own function for new or delete, so that the sanitizer can report memory that new allocates
// and free() releases.
template <typename Function>
Function* sanitized(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

template <typename... Arguments>
void* new_by(const char* name, Arguments... arguments) {
    const Inside now;
    return sanitized<void*(Arguments...)>(name)(arguments...);
}

template <typename... Arguments>
void delete_by(const char* name, Arguments... arguments) {
    const Inside now;
    sanitized<void(Arguments...)>(name)(arguments...);
}

}  // namespace

extern "C" {
void* malloc(std::size_t size) noexcept {
    const Inside now;
    return __interceptor_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) noexcept {
    const Inside now;
    return __interceptor_calloc(count, size);
}
void* realloc(void* memory, std::size_t size) noexcept {
    const Inside now;
    return __interceptor_realloc(memory, size);
}
void free(void* memory) noexcept {
    const Inside now;
    __interceptor_free(memory);
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) noexcept {
    const Inside now;
    return __interceptor_posix_memalign(memory, alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
    const Inside now;
    return __interceptor_aligned_alloc(alignment, size);
}
void* memalign(std::size_t alignment, std::size_t size) noexcept {
    const Inside now;
    return __interceptor_memalign(alignment, size);
}
char* strdup(const char* text) noexcept {
    const Inside now;
    return __interceptor_strdup(text);
}
char* strndup(const char* text, std::size_t most) noexcept {
    const Inside now;
    return __interceptor_strndup(text, most);
}
}

using Size = std::size_t;
using Alignment = std::align_val_t;

void* operator new(Size size) { return new_by("_Znwm", size); }
void* operator new[](Size size) { return new_by("_Znam", size); }
void* operator new(Size size, Alignment alignment) { return new_by("_ZnwmSt11align_val_t", size, alignment); }
void* operator new[](Size size, Alignment alignment) { return new_by("_ZnamSt11align_val_t", size, alignment); }
void* operator new(Size size, const std::nothrow_t& tag) noexcept {
    return new_by<Size, const std::nothrow_t&>("_ZnwmRKSt9nothrow_t", size, tag);
}
void* operator new[](Size size, const std::nothrow_t& tag) noexcept {
    return new_by<Size, const std::nothrow_t&>("_ZnamRKSt9nothrow_t", size, tag);
}
void operator delete(void* memory) noexcept { delete_by("_ZdlPv", memory); }
void operator delete[](void* memory) noexcept { delete_by("_ZdaPv", memory); }
void operator delete(void* memory, Size size) noexcept { delete_by("_ZdlPvm", memory, size); }
void operator delete[](void* memory, Size size) noexcept { delete_by("_ZdaPvm", memory, size); }
void operator delete(void* memory, Alignment alignment) noexcept {
    delete_by("_ZdlPvSt11align_val_t", memory, alignment);
}
void operator delete[](void* memory, Alignment alignment) noexcept {
    delete_by("_ZdaPvSt11align_val_t", memory, alignment);
}
void operator delete(void* memory, Size size, Alignment alignment) noexcept {
    delete_by("_ZdlPvmSt11align_val_t", memory, size, alignment);
}
void operator delete[](void* memory, Size size, Alignment alignment) noexcept {
    delete_by("_ZdaPvmSt11align_val_t", memory, size, alignment);
}
