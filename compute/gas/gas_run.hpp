// Steps of the gas: kicks by gravity outside, and inside them substeps of kick, drift and kick by pressure
// (docs/gas.md).
#pragma once

#include "compute/gas/gas_solver.hpp"

namespace milkomeda {

class GasRun {
  public:
    // `rows.conditions` must hold internal energies and, if known, smoothing lengths.
    GasRun(const FmmContext& context, const GasSettings& settings, GasRows rows);

    // Enqueues substeps of the gas over the time `dt`, during which `gravity` (accelerations of all bodies; may be
    // null) is constant. The caller has given the velocities half a kick by gravity, and gives the other half after
    // this function. Returns the number of substeps.
    int advance(double dt, const cl::Buffer& gravity = {});

    GasRows& rows() { return rows_; }
    const GasRows& rows() const { return rows_; }
    GasSolver& solver() { return solver_; }

  private:
    void substep(double dt, const cl::Buffer& gravity, double since);

    GasRows rows_;
    GasSolver solver_;
    cl::Kernel begin_substep_, end_substep_;
    cl::Buffer former_rates_;
};

}  // namespace milkomeda
