// Work that may crash, in a process of its own: a copy of this one, which it can only tell what it found.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace milkomeda {

// The near end of a pipe, in the child. Throws std::runtime_error when nobody listens any more.
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
    // How much more memory than now, and how much time of a processor, it may take.
    struct Limits {
        std::uint64_t bytes;
        std::uint64_t seconds;
    };
    static constexpr Limits no_limits{std::uint64_t{1} << 60, 1'000'000'000};  // both beyond any machine

    // Of what this process has open the other one has the standard streams and `given` only: what it held
    // open besides, such as the end of somebody's pipe, would never come to its end. Throws
    // std::runtime_error: there can be no other process.
    IsolatedProcess(const Limits& limits, const std::function<void(Sender&)>& work,
                    std::vector<int> given = {});
    ~IsolatedProcess();
    IsolatedProcess(const IsolatedProcess&) = delete;
    IsolatedProcess& operator=(const IsolatedProcess&) = delete;

    // Receives what the child sent. If the child ended before, throws std::runtime_error with the message of
    // its exception, or with the way it crashed.
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

    pid_t process_ = -1;
    int results_ = -1, words_ = -1;  // far ends of its pipes: what it finds, what it throws
};

}  // namespace milkomeda
