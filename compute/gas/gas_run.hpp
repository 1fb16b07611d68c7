// Drifts of the gas: substeps of kick, drift and kick by pressure (docs/gas.md). Gravity kicks before and after a
// drift.
#pragma once

#include <limits>

#include "compute/gas/gas_solver.hpp"

namespace milkomeda {

class GasRun {
  public:
    // `rows.conditions` must hold internal energies and, if known, smoothing lengths.
    GasRun(const FmmContext& context, const GasSettings& settings, GasRows rows);

    // Computes the rates of pressure at the present positions. Must be called before the first drift, unless all rows
    // hold a state after an earlier drift.
    void prepare() { solver_.begin(rows_); }

    void begin(GasDrift drift);
    // Enqueues substeps of the drift for about `seconds`, and waits for the device. Returns true at the end of the
    // drift.
    bool continue_drift(double seconds = std::numeric_limits<double>::infinity());
    // Computes a whole drift. Returns the number of substeps.
    int advance(double dt, const cl::Buffer& gravity = {});

    double done() const { return static_cast<double>(now_) / gas_ticks; }  // completed part of the drift, from 0 to 1
    // Returns the number of substeps of the drift so far. Each is a substep of a part of the particles.
    int substeps() const { return substeps_; }
    // Returns true if a substep of the drift was longer than the stability of all particles permits, because of the
    // largest number of substeps.
    bool is_limited() const { return is_limited_; }

    const GasRows& rows() const { return rows_; }
    // Uses only the first `count` rows from now on. Must be called between drifts.
    void set_count(std::size_t count) { rows_.count = count; }
    GasSolver& solver() { return solver_; }

  private:
    void begin_substep();

    GasRows rows_;
    GasSolver solver_;
    cl::Kernel move_;
    GasDrift drift_;
    int now_ = gas_ticks;
    int length_ = 0;  // ticks of the substep in progress; 0 between substeps
    int substeps_ = 0;
    bool is_limited_ = false;
    double targets_per_second_ = 0;  // measured speed of GasSolver::enqueue_rates()
};

}  // namespace milkomeda
