// Access to functions of shared libraries that are already loaded. Linking these libraries instead would
// prevent the program from starting on systems where a library is missing.
#pragma once

namespace milkomeda {

// Returns the address of a function of a library, given by file name such as "libX11.so.6". Returns null if
// the library is not loaded or does not have the function.
void* function_in_library(const char* library, const char* function);

// Returns the address of a function of the program or of a library linked to it, or null.
void* function_in_program(const char* function);

}  // namespace milkomeda
