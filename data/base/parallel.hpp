// Work in several threads, where the system starts them: beside the caller, or on many rows, shared out to
// all.
#pragma once

#include <cstddef>
#include <functional>
#include <future>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <type_traits>
#include <utility>

namespace milkomeda {

// Told how many rows of the work under way are done; always on the thread that asked for the work.
using ReportProgress = std::function<void(std::size_t done)>;

// Calls work(begin, end) for pieces that cover 0 ... count-1, in no particular order, and returns when all
// are done. The pieces do not depend on the number of threads. An exception of a piece is thrown again here.
void parallel_for(std::size_t count, const std::function<void(std::size_t begin, std::size_t end)>& work,
                  const ReportProgress& report = {});

// The limits of processes (ulimit -u, a container's) or of memory are reached.
class NoThread : public std::runtime_error {
  public:
    NoThread() : std::runtime_error{"no further thread can be started: limits of processes or memory"} {}
};

// Begins what has to run beside the caller. Throws NoThread.
template <typename Work>
std::future<std::invoke_result_t<Work&>> in_thread(Work work) try {
    return std::async(std::launch::async, std::move(work));
} catch (const std::system_error&) {
    throw NoThread{};
}

// Begins what should run beside the caller. Where that cannot be it is done at once: the same, but waited
// for.
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

// The calling thread lets others go first, and so do those that it starts: on Linux, where this is about a
// thread. Not so the process's first one, which does by itself what no other thread could be started for.
void lower_thread_priority();

}  // namespace milkomeda
