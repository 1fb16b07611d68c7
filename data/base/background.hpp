// Work in other threads, where the system starts them.
#pragma once

#include <future>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <type_traits>
#include <utility>

namespace milkomeda {

// The limits of processes (ulimit -u, a container's) or of memory are reached.
class NoThread : public std::runtime_error {
  public:
    NoThread() : std::runtime_error{"no further thread can be started: limits of processes or memory"} {}
};

// Begins what has to run beside the caller. Throws NoThread.
template <typename Work>
std::future<std::invoke_result_t<Work&>> beside(Work work) try {
    return std::async(std::launch::async, std::move(work));
} catch (const std::system_error&) {
    throw NoThread{};
}

// Begins what should run beside the caller. Where that cannot be it is done at once: the same, but waited for.
template <typename Work>
std::future<std::invoke_result_t<Work&>> in_background(Work work) {
    const auto kept = std::make_shared<Work>(std::move(work));
    const auto run = [kept] { return (*kept)(); };
    try {
        return std::async(std::launch::async, run);
    } catch (const std::system_error&) {
        std::packaged_task<std::invoke_result_t<Work&>()> now{run};
        now();
        return now.get_future();
    }
}

// The calling thread lets others go first, and so do those that it starts: on Linux, where this is about a thread.
// Not so the process's first one, which does by itself what no other thread could be started for.
void step_back();

}  // namespace milkomeda
