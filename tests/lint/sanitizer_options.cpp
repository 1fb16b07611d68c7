// Linked into everything that runs in sanitizer builds: how the sanitizers behave, so that nobody has to set
// environment variables, and what is known of the drivers and not ours to mend.
#include <dlfcn.h>

// LeakSanitizer names a leak's library only while it is loaded, and drivers are unloaded before it looks.
extern "C" int dlclose(void*) {
    return 0;
}

extern "C" const char* __lsan_default_suppressions() {
    return "leak:libLLVM\n"
           "leak:libpocl\n"
           "leak:_dri.so\n"
           "leak:libgallium\n"
           "leak:libRusticlOpenCL\n"
           // Of the dynamic loader: what hangs on libraries that were there from the start.
           "leak:add_to_global_resize\n"
           "leak:_dl_map_object_deps\n"
           // What a thread has that still runs at the end hangs on its TLS, where nobody looks (below).
           "leak:libhdf5\n"
           "leak:__cxa_thread_atexit_impl\n";
}

extern "C" const char* __lsan_default_options() {
    // Without TLS: its tracer crashes now and then on that of threads that end meanwhile.
    return "print_suppressions=0:use_tls=0";
}

extern "C" const char* __ubsan_default_options() {
    return "halt_on_error=1:print_stacktrace=1";
}
