// Long work of the module: other threads of Python continue, Ctrl-C ends the work, and a function gets its progress.
#pragma once

#include <pybind11/pybind11.h>

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

}  // namespace milkomeda::python
