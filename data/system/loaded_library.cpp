#include "data/system/loaded_library.hpp"

#include <dlfcn.h>

#include <stdexcept>

namespace milkomeda {

void* function_in_library(const char* library, const char* function) {
    void* const handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
    if (handle == nullptr) return nullptr;
    void* const address = dlsym(handle, function);
    dlclose(handle);  // releases only the reference that dlopen() above has added
    return address;
}

void* function_in_program(const char* function) { return dlsym(RTLD_DEFAULT, function); }

void* load_function(const std::filesystem::path& library, const char* function) {
    void* const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* const address = handle == nullptr ? nullptr : dlsym(handle, function);
    if (address == nullptr) throw std::runtime_error(dlerror());
    return address;
}

}  // namespace milkomeda
