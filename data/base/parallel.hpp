// Multithreading: parallel loops over array indices, and tasks that run concurrently with the caller.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <future>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

namespace milkomeda {

// Callback that receives the number of finished indices. Always called on the thread that started the work.
using ReportProgress = std::function<void(std::size_t done)>;

// Calls work(begin, end) for ranges that cover 0 ... count-1 in no particular order, and returns when all
// calls have returned. The ranges have parallel_range indices, except the last range, and do not depend on the number
// of threads. Rethrows exceptions of `work`.
inline constexpr std::size_t parallel_range = 4096;
void parallel_for(std::size_t count, const std::function<void(std::size_t begin, std::size_t end)>& work,
                  const ReportProgress& report = {});

// Calls work(element) for all elements, in several threads. Intended for few elements whose work takes long.
template <typename Elements, typename Work>
void parallel_for_each(Elements& elements, Work work) {
    parallel_for(elements.size() * parallel_range,
                 [&](std::size_t begin, std::size_t) { work(elements[begin / parallel_range]); });
}

// Calls work(begin, end) in several threads for ranges that cover 0 ... count-1, and combines the results.
// combine(total, result) adds the result of a range to the total, which begins as `start`. The results are combined in
// the order of the ranges, so the total does not depend on the threads.
template <typename Result, typename Work, typename Combine>
Result parallel_reduce(std::size_t count, Result start, Work work, Combine combine) {
    std::vector<Result> results((count + parallel_range - 1) / parallel_range, start);
    parallel_for(count,
                 [&](std::size_t begin, std::size_t end) { results[begin / parallel_range] = work(begin, end); });
    for (const Result& result : results) combine(start, result);
    return start;
}

// Error of a thread that cannot be started, because the limit of processes (ulimit -u or a container's limit)
// or of memory is reached.
class NoThread : public std::runtime_error {
  public:
    NoThread()
        : std::runtime_error{"no further thread can be started: the limit of processes or of memory is reached"} {}
};

// Returns true if the future has a result, so that get() does not wait.
template <typename T>
bool is_ready(const std::future<T>& future) {
    return future.valid() && future.wait_for(std::chrono::seconds{0}) == std::future_status::ready;
}

// Starts `work` in a new thread. Throws NoThread if the thread cannot be started.
template <typename Work>
std::future<std::invoke_result_t<Work&>> in_thread(Work work) try {
    return std::async(std::launch::async, std::move(work));
} catch (const std::system_error&) {
    throw NoThread{};
}

// Starts `work` in a new thread. If the thread cannot be started, runs `work` on the calling thread.
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

}  // namespace milkomeda
