// Linked into everything in sanitizer builds: options of the sanitizers, so that no environment variables are
// needed, and known faults of drivers.
#include <dlfcn.h>

// LeakSanitizer can name the library of a leak only while it is loaded, but drivers are unloaded before its
// check.
extern "C" int dlclose(void*) {
    return 0;
}

extern "C" const char* __lsan_default_suppressions() {
    return "leak:libLLVM\n"
           "leak:libpocl\n"
           "leak:_dri.so\n"
           "leak:libgallium\n"
           "leak:libRusticlOpenCL\n"
           // Dynamic loader: memory that belongs to libraries loaded at the start.
           "leak:add_to_global_resize\n"
           "leak:_dl_map_object_deps\n"
           // Memory of threads still running at the end belongs to their TLS, which is not searched (see
           // below).
           "leak:libhdf5\n"
           "leak:__cxa_thread_atexit_impl\n";
}

extern "C" const char* __lsan_default_options() {
    // TLS is not searched, because the tracer sometimes crashes on threads that end meanwhile.
    return "print_suppressions=0:use_tls=0";
}

extern "C" const char* __ubsan_default_options() {
    return "halt_on_error=1:print_stacktrace=1";
}
