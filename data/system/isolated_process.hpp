// Isolation of work that may crash: the work runs in a forked copy of this process (the child), which returns
// results through a pipe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>
#include "data/system/descriptor.hpp"

namespace milkomeda {

// Writing end of the pipe, for use in the child. Throws std::runtime_error if the parent has closed its end.
class Sender {
  public:
    explicit Sender(int descriptor) : descriptor_(descriptor) {}
    void bytes(const void* data, std::size_t size);
    template <typename Value>
    void value(const Value& value) {
        bytes(&value, sizeof value);
    }
    void text(const std::string& characters);

  private:
    int descriptor_;
};

class IsolatedProcess {
  public:
    // Limits for the child: memory in bytes in addition to the present memory use, and CPU time in seconds.
    struct Limits {
        std::uint64_t bytes;
        std::uint64_t seconds;
    };
    // limits that no machine can reach
    static constexpr Limits no_limits{std::uint64_t{1} << 60, 1'000'000'000};

    // Starts the child, which calls `work`. The child closes all descriptors except the standard streams and `given`;
    // otherwise the readers of inherited pipes would wait until the child ends. Throws std::runtime_error if the child
    // cannot be started.
    IsolatedProcess(const Limits& limits, const std::function<void(Sender&)>& work, std::vector<int> given = {});
    ~IsolatedProcess();
    IsolatedProcess(const IsolatedProcess&) = delete;
    IsolatedProcess& operator=(const IsolatedProcess&) = delete;

    // Receives data from the child. If the child ends before sending the data, throws std::runtime_error with the
    // message of the child's exception, or with the name of the signal that ended the child.
    void bytes(void* to, std::size_t size);
    template <typename Value>
    Value value() {
        Value result;
        bytes(&result, sizeof result);
        return result;
    }
    std::string text();

  private:
    [[noreturn]] void fail();

    int process_ = -1;
    Descriptor results_, words_;  // reading ends of the child's pipes for results and for error messages
};

// For use in the child: lets the child continue after the death of the parent. Without this call, the child is killed
// when the parent dies.
void outlive_parent();

// Returns a pair of connected sockets, through which a process exchanges data with an isolated process. Throws
// std::runtime_error with the operating system's error message.
std::pair<Descriptor, Descriptor> make_socket_pair();

// Sends all bytes. Returns false if the receiving process has ended.
bool send_all(int socket, const void* data, std::size_t bytes);

// Receives exactly `bytes` bytes. Returns false if the data ends earlier.
bool receive_all(int socket, void* to, std::size_t bytes);

}  // namespace milkomeda
