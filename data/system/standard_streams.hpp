// Standard input, output and error, which a caller may have closed.
#pragma once

#include <cstddef>

namespace milkomeda {

// Opens a device for each of the descriptors 0 to 2 that the caller has closed. Otherwise the first file that
// is opened would become standard error, and log lines would be written into it. Writing to a closed standard
// output still fails.
void keep_standard_streams_apart();

// Flushes the output of both libraries (C and C++). Throws std::runtime_error if standard output takes no
// more data, because the disk is full or the pipe was closed.
void flush_standard_output();

bool standard_error_is_terminal();

// Width of the terminal at standard error in characters; 80 if unknown.
std::size_t columns_of_terminal();

}  // namespace milkomeda
