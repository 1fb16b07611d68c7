#include "data/system/standard_streams.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <stdexcept>

namespace milkomeda {

void keep_standard_streams_apart() {
    // Opens `device` as descriptor `stream` if this descriptor is closed. open() returns the lowest free number, so the
    // streams must be filled in ascending order.
    const auto fill = [](int stream, const char* device, int mode) {
        return fcntl(stream, F_GETFD) >= 0 || open(device, mode) >= 0;
    };
    fill(STDIN_FILENO, "/dev/null", O_RDONLY);
    if (!fill(STDOUT_FILENO, "/dev/full", O_WRONLY)) open("/dev/null", O_RDONLY);
    fill(STDERR_FILENO, "/dev/null", O_WRONLY);
}

void flush_standard_output() {
    std::fflush(stdout);
    if (!std::cout.flush() || std::ferror(stdout))
        throw std::runtime_error("standard output accepts no more data: the disk is full, or the pipe was closed");
}

bool standard_error_is_terminal() { return isatty(STDERR_FILENO) != 0; }

std::size_t columns_of_terminal() {
    constexpr std::size_t usual_columns = 80;
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : usual_columns;
}

}  // namespace milkomeda
