#include "data/base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace milkomeda {

void parallel_for(std::size_t count, const std::function<void(std::size_t, std::size_t)>& work,
                  const ReportProgress& report) {
    const std::size_t pieces = (count + parallel_range - 1) / parallel_range;
    std::atomic<std::size_t> next{0}, done{0};
    std::exception_ptr failure;
    std::mutex failing;

    const auto run = [&](bool reports) {
        try {
            for (std::size_t i; (i = next++) < pieces;) {
                const std::size_t begin = i * parallel_range, end = std::min(begin + parallel_range, count);
                work(begin, end);
                done += end - begin;
                if (reports && report) report(done);
            }
        } catch (...) {
            next = pieces;  // stops the other threads
            const std::lock_guard lock(failing);
            failure = std::current_exception();
        }
    };

    {
        std::vector<std::jthread> others;
        const std::size_t threads = std::min<std::size_t>(std::thread::hardware_concurrency(), pieces);
        try {
            for (std::size_t i = 1; i < threads; ++i) others.emplace_back(run, false);
            // If no further thread can be started, the threads already started do all the work.
        } catch (const std::system_error&) {
        }
        run(true);
    }
    if (failure) std::rethrow_exception(failure);
    if (report) report(count);
}

}  // namespace milkomeda
