#include "app/output/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <cstdio>
#include <iostream>
#include <stdexcept>

#include <initializer_list>

namespace milkomeda {

void keep_standard_streams_apart() {
    // open() takes the lowest number that is free, so that they are taken in order.
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(stream, F_GETFD) < 0) open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
}

void flush_standard_output() {
    std::fflush(stdout);
    if (!std::cout.flush() || std::ferror(stdout)) throw std::runtime_error("standard output takes no more");
}

}  // namespace milkomeda
