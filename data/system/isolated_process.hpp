// Isolation of work that may crash: it runs in a forked copy of this process and returns its results through
// a pipe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace milkomeda {

// Writing end of the pipe, in the child. Throws std::runtime_error if the reader is gone.
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
    // Limits for the child: memory in addition to the present use, and processor time.
    struct Limits {
        std::uint64_t bytes;
        std::uint64_t seconds;
    };
    // larger than any machine allows
    static constexpr Limits no_limits{std::uint64_t{1} << 60, 1'000'000'000};

    // Starts the child, which calls `work`. It keeps only the standard streams and the descriptors in `given`
    // open: other descriptors, such as pipes, would never reach their end. Throws std::runtime_error if no
    // process can start.
    IsolatedProcess(const Limits& limits, const std::function<void(Sender&)>& work,
                    std::vector<int> given = {});
    ~IsolatedProcess();
    IsolatedProcess(const IsolatedProcess&) = delete;
    IsolatedProcess& operator=(const IsolatedProcess&) = delete;

    // Receives data from the child. If the child ended too early, throws std::runtime_error with the message
    // of its exception or the kind of its crash.
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

    // process number, and the reading ends of the child's pipes for results and error messages
    int process_ = -1, results_ = -1, words_ = -1;
};

// In the child: continues after the parent's death, which ends the child otherwise.
void outlive_parent();

}  // namespace milkomeda
