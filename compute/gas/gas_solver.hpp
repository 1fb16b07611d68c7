// Density, pressure forces and heating of the gas by smoothed particle hydrodynamics (docs/gas.md).
#pragma once

#include <limits>
#include <vector>

#include "compute/device/device_context.hpp"
#include "compute/fmm/sorted_tree.hpp"
#include "compute/gas/gas_settings.hpp"

namespace milkomeda {

// State of a particle of the gas that lasts from one substep to the next.
struct GasCondition {
    cl_float energy = 0;      // internal energy per unit mass
    cl_float length = 0;      // smoothing length: radius that contains GasSettings::neighbors neighbors
    cl_float viscosity = 0;   // coefficient of viscosity
    cl_float divergence = 0;  // divergence of the velocity
};

// Change of a particle by pressure and viscosity.
struct GasRate {
    cl_float x = 0, y = 0, z = 0;  // acceleration
    cl_float heating = 0;          // change of the internal energy per unit mass and time
};

struct GasMeasure {
    cl_float density = 0, pressure = 0;
    cl_float signal_speed = 0;  // largest speed at which a neighbor's signals approach
    cl_float neighbors = 0;     // number of neighbors within the smoothing length
};

// The rows of the gas on the device.
struct GasRows {
    std::size_t count = 0;
    cl::Buffer positions, velocities;  // x, y, z, mass; vx, vy, vz, smoothing length if known
    cl::Buffer conditions;             // GasCondition
    cl::Buffer rates, measures;        // GasRate, GasMeasure
};

class GasSolver {
  public:
    // Builds the kernels for at most `particles` particles. Throws KernelError and cl::Error.
    GasSolver(const FmmContext& context, const GasSettings& settings, std::size_t particles);

    // Replaces all settings except the periods.
    void set(const GasSettings& settings);

    // Begins the computation of `rates`, `measures` and new `conditions` from positions, velocities and conditions.
    // `dt`: time since the previous computation, 0 for the first. The smoothing lengths may grow by at most 12 % in one
    // computation. Gravity, if given, holds the accelerations of the rows; the velocities are then moved ahead by
    // `since` times gravity. If `sorts` is true, sorts the particles, and waits for the device to learn the size of the
    // tree. Otherwise the order of the previous computation is kept, because the particles have moved only a little.
    void begin_rates(const GasRows& rows, double dt, bool sorts, const cl::Buffer& gravity = {}, double since = 0);
    // Enqueues the next part of the computation, for `targets` targets (kernels/gas/gas.h). The densities of all
    // targets are computed first, and then the forces. Returns true if the computation is complete.
    bool enqueue_rates(const GasRows& rows, std::size_t targets = std::numeric_limits<std::size_t>::max());
    // Returns the number of targets of a whole computation, which counts each target twice.
    std::size_t targets() const { return 2 * targets_; }

    // Computes rates and measures until all smoothing lengths have their number of neighbors. Smoothing lengths of 0
    // are replaced by an estimate. Waits for the device.
    void begin(const GasRows& rows);

    // Returns the largest substep that is stable for all particles after the last computation of the rates. Waits for
    // the device.
    double longest_substep(const GasRows& rows);

    const FmmContext& context() const { return context_; }
    const cl::Program& program() const { return program_; }
    const GasConstants& constants() const { return constants_; }
    std::size_t bytes() const;  // device memory of the solver

  private:
    void guess_lengths(const GasRows& rows) const;
    void sort(const GasRows& rows);
    void enqueue_columns(const GasRows& rows, const cl::Buffer& gravity, double since);
    void enqueue_boxes();
    void find_targets();
    void enqueue_lists();

    FmmContext context_;
    GasSettings settings_;
    GasConstants constants_{};
    FmmPrograms tree_programs_;
    cl::Program program_;
    SortedTree particles_;
    PrefixSum prefix_sum_;
    std::size_t stride_ = 0;  // size of the tree for which boxes_ has memory
    std::size_t targets_ = 0, targets_capacity_ = 0;
    double dt_ = 0;             // of the computation of the rates
    std::size_t computed_ = 0;  // number of targets whose densities are enqueued, plus those whose forces are
    cl::Kernel sort_columns_, boxes_of_leaves_, boxes_of_nodes_, count_targets_, write_targets_, list_neighbors_,
        find_densities_, find_forces_, find_substeps_;
    cl::Buffer sorted_, boxes_;
    // first target of each leaf, number of targets, and the particles of each target
    cl::Buffer first_targets_, targets_count_, target_rows_;
    cl::Buffer dense_squares_, ranges_, lengths_, unfinished_, least_;
};

}  // namespace milkomeda
