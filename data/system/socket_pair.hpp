// Two connected sockets, through which a process sends data to its isolated process.
#pragma once

#include <cstddef>
#include <utility>

#include "data/system/descriptor.hpp"

namespace milkomeda {

// Throws std::runtime_error with the system's reason.
std::pair<Descriptor, Descriptor> make_socket_pair();

// Sends all bytes. Returns false if the receiver has ended.
bool send_all(int socket, const void* data, std::size_t bytes);

// Receives exactly `bytes` bytes. Returns false at the end of the data.
bool receive_all(int socket, void* to, std::size_t bytes);

}  // namespace milkomeda
