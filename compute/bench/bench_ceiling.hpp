// Measures the rate of arithmetic without memory access. The rate limits the speed of all kernels with this arithmetic.
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "compute/bench/bench_clock.hpp"

namespace milkomeda {

class CeilingBench {
  public:
    // `source` is the file of the kernel `ceiling`, and `options` are its compiler options. `per_item` lists the
    // numbers of bodies (or lattice points) per work-item to try. One interaction counts as `pairs` pairs (2 if it
    // accelerates two bodies).
    CeilingBench(BenchContext& context, std::string source, std::vector<unsigned> per_item, std::string options = {},
                 double pairs = 1)
        : context_{context},
          source_{std::move(source)},
          per_item_{std::move(per_item)},
          options_{std::move(options)},
          pairs_{pairs} {}

    // Measures the rate in pairs per second and returns the highest rate of all calls. Should be called several times,
    // so that a short disturbance of the machine does not lower the ceiling. The first call tries all numbers in
    // `per_item`, and later calls use the fastest number. Throws cl::Error if the kernel does not run.
    double measure();

  private:
    // Returns the rate in pairs per second; empty if the kernel does not run, for example for lack of registers.
    std::optional<double> rate_with(unsigned per_item);

    BenchContext& context_;
    std::string source_;
    std::vector<unsigned> per_item_;
    std::string options_;
    double pairs_;
    double most_ = 0;             // highest rate so far
    std::exception_ptr failure_;  // error of the last kernel that did not run
};

}  // namespace milkomeda
