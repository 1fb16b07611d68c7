// Density, pressure forces and heating of the gas by smoothed particle hydrodynamics (docs/gas.md).
#pragma once

#include <limits>
#include <vector>

#include "compute/device/device_context.hpp"
#include "compute/fmm/sorted_tree.hpp"
#include "compute/gas/gas_rows.hpp"
#include "compute/gas/gas_settings.hpp"
#include "compute/gas/gas_targets.hpp"

namespace milkomeda {

// The motion of the gas between two kicks by gravity (docs/gas.md).
struct GasDrift {
    double dt = 0;  // duration
    // accelerations of the rows by gravity, which are constant during the drift; may be null
    cl::Buffer gravity{};
    // time from the moment to which the velocities belong to the beginning of the drift. Velocities that have got half
    // a kick belong to the middle of the step.
    double since = -0.5 * dt;
    int most_substeps = std::numeric_limits<int>::max();
};

class GasSolver {
  public:
    // Builds the kernels for at most `particles` particles. Throws KernelError and cl::Error.
    GasSolver(const FmmContext& context, const GasSettings& settings, std::size_t particles);

    // Replaces all settings except the periods.
    void set(const GasSettings& settings);

    // Computes rates, measures and new conditions until all smoothing lengths have their number of neighbors. Smoothing
    // lengths of 0 are replaced by an estimate. Waits for the device.
    void begin(const GasRows& rows);

    // Sorts the particles, and chooses their first substeps. In the whole drift this order is kept, because the
    // particles move only a little. Waits for the device to learn the size of the tree.
    void begin_drift(const GasRows& rows, const GasDrift& drift);
    // Returns the end of the substep that begins `now` ticks after the beginning of the drift. The first substep of a
    // drift is common to all particles, because densities belong to the order of a drift. Waits for the device.
    GasTargets::Next next_substep(int now) { return targets_.next(now == 0 || !settings_.has_own_substeps); }
    // Begins the computation of `rates`, `measures` and new `conditions` of the targets that are due, after the
    // particles have been moved to the time `now`. The smoothing lengths may grow by at most 12 % in one computation.
    void begin_rates(const GasRows& rows, const GasDrift& drift, int now);
    // Enqueues the next part of the computation, for `targets` targets. The densities of all targets are computed
    // first, and then the forces, which also end the substeps of the targets. Returns true if the computation is
    // complete.
    bool enqueue_rates(const GasRows& rows, std::size_t targets = std::numeric_limits<std::size_t>::max());
    // Returns the number of targets of a whole computation, which counts each target twice.
    std::size_t targets() const { return 2 * targets_.due_count(); }
    // Chooses the next substeps of the targets that were due at the time `now`.
    void choose_substeps(const GasRows& rows, const GasDrift& drift, int now);

    // Returns the largest substep that is stable for all particles after the last computation of the rates. Waits for
    // the device.
    double longest_substep(const GasRows& rows);

    const FmmContext& context() const { return context_; }
    const cl::Program& program() const { return program_; }
    const GasConstants& constants() const { return constants_; }
    std::size_t bytes() const;  // device memory of the solver

  private:
    void guess_lengths(const GasRows& rows) const;
    void sort(const GasRows& rows, const GasDrift& drift);
    void enqueue_boxes(const GasRows& rows, const GasDrift& drift, double elapsed);

    FmmContext context_;
    GasSettings settings_;
    GasConstants constants_{};
    FmmPrograms tree_programs_;
    cl::Program program_;
    SortedTree particles_;
    GasTargets targets_;
    std::size_t stride_ = 0;    // size of the tree for which boxes_ has memory
    double dt_ = 0;             // duration of the drift
    std::size_t computed_ = 0;  // number of targets whose densities are enqueued, plus those whose forces are
    cl::Kernel wrap_, sort_columns_, boxes_of_leaves_, boxes_of_nodes_, find_densities_, find_forces_, find_substeps_;
    cl::Buffer sorted_, boxes_, dense_squares_, unfinished_, least_;
};

}  // namespace milkomeda
