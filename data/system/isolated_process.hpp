// Isolation of work that may crash: the work runs in a forked copy of this process (the child), which returns
// results through a pipe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "data/system/descriptor.hpp"
#include "data/system/file_error.hpp"

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
    void texts(const std::vector<std::string>& texts);

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
    std::vector<std::string> texts();  // at most 256 texts

  private:
    [[noreturn]] void fail();

    int process_ = -1;
    Descriptor results_, words_;  // reading ends of the child's pipes for results and for error messages
};

// Calls `work`, which reads a file with a library that may crash, in a child process, and returns the result of
// receive(child). `limits` are the memory and CPU time of the child process for an empty file; both limits grow
// linearly with the file's size, to which `more_bytes` adds the size of other files. Throws FileError; error messages
// get the prefix `failure`.
template <typename Result>
Result read_in_child(const std::filesystem::path& path, const IsolatedProcess::Limits& limits,
                     const std::string& failure, const std::function<void(Sender&)>& work,
                     const std::function<Result(IsolatedProcess&)>& receive, std::uint64_t more_bytes = 0) try {
    constexpr std::uint64_t bytes_per_second = 4 * 1024 * 1024;
    const std::uint64_t size = std::filesystem::file_size(path) + more_bytes;
    IsolatedProcess child({limits.bytes + size, limits.seconds + size / bytes_per_second}, work, own_descriptors(path));
    return receive(child);
} catch (const FileError&) {
    throw;
} catch (const std::runtime_error& error) {
    throw FileError(path, failure + error.what());
}

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
