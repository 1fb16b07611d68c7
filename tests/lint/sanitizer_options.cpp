// Options of the sanitizers and a list of known driver faults. This file is linked into every program of a
// sanitizer build, so that no environment variables are needed.
#include <dlfcn.h>

// Keeps libraries loaded, because LeakSanitizer names the library of a leak only while the library is loaded.
// Drivers would be unloaded before the leak check.
extern "C" int dlclose(void*) { return 0; }

extern "C" const char* __lsan_default_suppressions() {
    return "leak:libLLVM\n"
           "leak:libpocl\n"
           "leak:_dri.so\n"
           "leak:libgallium\n"
           "leak:libRusticlOpenCL\n"
           // memory of the dynamic loader for libraries; its functions have names only if its debug symbols are
           // installed, so the name of its file is given
           "leak:ld-linux\n"
           // memory that is reachable only through the thread-local storage of threads that still run at the end;
           // LeakSanitizer does not search this storage (see below)
           "leak:libhdf5\n"
           "leak:__cxa_thread_atexit_impl\n";
}

extern "C" const char* __lsan_default_options() {
    // Thread-local storage is not searched, because LeakSanitizer sometimes crashes on threads that end
    // during the search.
    return "print_suppressions=0:use_tls=0";
}

extern "C" const char* __ubsan_default_options() { return "halt_on_error=1:print_stacktrace=1"; }
