#include "data/system/loaded_library.hpp"

#include <dlfcn.h>

namespace milkomeda {

void* function_in_library(const char* library, const char* function) {
    void* const handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
    if (handle == nullptr) return nullptr;
    void* const address = dlsym(handle, function);
    dlclose(handle);  // releases only the reference that dlopen() above has added
    return address;
}

void* function_in_program(const char* function) { return dlsym(RTLD_DEFAULT, function); }

}  // namespace milkomeda
