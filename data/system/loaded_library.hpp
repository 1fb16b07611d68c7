// Access to functions of shared libraries that the program is not linked with. Linking these libraries would prevent
// the program from starting on systems where a library is missing.
#pragma once

#include <filesystem>

namespace milkomeda {

// Returns the address of a function of a loaded library, given by file name such as "libX11.so.6". Returns null if
// the library is not loaded or does not have the function.
void* function_in_library(const char* library, const char* function);

// Returns the address of a function of the program or of a library linked to it, or null.
void* function_in_program(const char* function);

// Loads the library in this file, which stays loaded, and returns the address of its function. Throws
// std::runtime_error with the reason of the system if the library cannot be loaded or does not have the function.
void* load_function(const std::filesystem::path& library, const char* function);

}  // namespace milkomeda
