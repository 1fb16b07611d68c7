// Handling of standard input, output and error, which the calling program may have closed.
#pragma once

#include <cstddef>

namespace milkomeda {

// Opens a device for each closed descriptor from 0 to 2. Otherwise the first opened file could become standard error,
// and log lines would be written to the file. If standard output was closed, writing to it still fails.
void keep_standard_streams_apart();

// Flushes the standard output of the C and C++ libraries. Throws std::runtime_error if standard output
// accepts no more data, because the disk is full or the pipe was closed.
void flush_standard_output();

bool standard_error_is_terminal();

// Returns the width of the terminal at standard error in characters, or 80 if it is unknown.
std::size_t columns_of_terminal();

}  // namespace milkomeda
