// Long work of the module: other threads of Python continue, Ctrl-C ends the work, and a function gets its progress.
#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <future>
#include <memory>
#include <thread>

#include "data/base/clock.hpp"

namespace milkomeda::python {

namespace py = pybind11;

// Must be called regularly by work that has released Python's lock (GIL).
class Poll {
  public:
    // `progress` is a function of the finished share of the work from 0 to 1, or None.
    explicit Poll(py::object progress) : progress_{std::move(progress)} {}

    // Throws py::error_already_set after Ctrl-C, and if the function raises an exception. Calls the function at most
    // ten times per second, and for share 1.
    void operator()(double share = 0) {
        const py::gil_scoped_acquire lock;
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        const Clock::time_point now = Clock::now();
        if (progress_.is_none() || (share < 1 && now - last_ < std::chrono::milliseconds{100})) return;
        last_ = now;
        progress_(share);
    }

  private:
    py::object progress_;
    Clock::time_point last_{};
};

// Keeps a thread whose result is no longer awaited. join_abandoned() waits for all these threads, and must be
// called before Python ends.
void abandon(std::thread thread);
void join_abandoned();

// Calls `work` in a thread, and returns its result. Throws py::error_already_set at once after Ctrl-C; the thread then
// finishes its work in the background, so `work` must own all that it uses. Must be called without Python's lock.
template <typename Work>
auto interruptible(Work work) {
    using Result = std::invoke_result_t<Work>;
    std::packaged_task<Result()> task{std::move(work)};
    std::future<Result> result = task.get_future();
    std::thread thread{std::move(task)};
    constexpr std::chrono::milliseconds interval{50};
    while (result.wait_for(interval) != std::future_status::ready) {
        const py::gil_scoped_acquire lock;
        if (PyErr_CheckSignals() == 0) continue;
        abandon(std::move(thread));
        throw py::error_already_set();
    }
    thread.join();
    return result.get();
}

}  // namespace milkomeda::python
