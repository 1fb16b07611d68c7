// Standard input, output and error, which a caller may have closed.
#pragma once

#include <cstddef>

namespace milkomeda {

// The numbers 0 to 2 are taken, whatever the caller has closed: the first file that is opened must not become
// standard error, or log lines would land in it. Output that was closed still takes nothing.
void keep_standard_streams_apart();

// What was written to standard output, by either library, is there. Throws std::runtime_error where it takes
// no more: a full disk, a pipe that was closed.
void flush_standard_output();

bool standard_error_is_terminal();

// Width of the terminal at standard error in characters; 80 if unknown.
std::size_t columns_of_terminal();

}  // namespace milkomeda
