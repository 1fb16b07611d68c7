#include "data/system/socket_pair.hpp"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace milkomeda {

std::pair<Descriptor, Descriptor> make_socket_pair() {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw std::runtime_error(std::strerror(errno));
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

bool send_all(int socket, const void* data, std::size_t bytes) {
    const char* place = static_cast<const char*>(data);
    while (bytes > 0) {
        const ssize_t count = send(socket, place, bytes, MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        place += count;
        bytes -= static_cast<std::size_t>(count);
    }
    return true;
}

bool receive_all(int socket, void* to, std::size_t bytes) {
    char* place = static_cast<char*>(to);
    while (bytes > 0) {
        const ssize_t count = recv(socket, place, bytes, 0);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        place += count;
        bytes -= static_cast<std::size_t>(count);
    }
    return true;
}

}  // namespace milkomeda
