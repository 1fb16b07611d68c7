// Functions of shared libraries that are already loaded. Linking these libraries instead would prevent the
// program from starting where one of them is missing.
#pragma once

namespace milkomeda {

// Address of a function of the library (file name such as "libX11.so.6"). Returns null if the library is not
// loaded or lacks the function.
void* function_in_library(const char* library, const char* function);

// Address of a function of the program or of any library that is linked to it; null if no library has it.
void* function_in_program(const char* function);

}  // namespace milkomeda
