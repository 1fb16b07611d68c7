// Pair of connected sockets, through which a process exchanges data with an isolated process.
#pragma once

#include <cstddef>
#include <utility>

#include "data/system/descriptor.hpp"

namespace milkomeda {

// Throws std::runtime_error with the operating system's error message.
std::pair<Descriptor, Descriptor> make_socket_pair();

// Sends all bytes. Returns false if the receiving process has ended.
bool send_all(int socket, const void* data, std::size_t bytes);

// Receives exactly `bytes` bytes. Returns false if the data ends earlier.
bool receive_all(int socket, void* to, std::size_t bytes);

}  // namespace milkomeda
