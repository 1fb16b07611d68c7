// Density, pressure forces and heating of the gas by smoothed particle hydrodynamics (docs/gas.md).
#pragma once

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

// The rows of the gas on the device, in the order of the run.
struct GasRows {
    std::size_t first = 0, count = 0;  // rows of the gas in `positions` and `velocities`
    cl::Buffer positions, velocities;  // of all bodies: x, y, z, mass; vx, vy, vz, unused
    cl::Buffer conditions;             // GasCondition
    cl::Buffer rates, measures;        // GasRate, GasMeasure
};

class GasSolver {
  public:
    // Builds the kernels for at most `particles` particles. Throws KernelError and cl::Error.
    GasSolver(const FmmContext& context, const GasSettings& settings, std::size_t particles);

    // Enqueues the computation of `rates`, `measures` and new `conditions` from positions, velocities and conditions.
    // `dt`: time since the previous call, 0 for the first. The smoothing lengths may grow by at most 12 % in one
    // call. Gravity, if given, holds the accelerations of all bodies; the velocities are then moved ahead by `since`
    // times gravity. Waits for the device to learn the size of the tree.
    void enqueue_rates(GasRows& rows, double dt, const cl::Buffer& gravity = {}, double since = 0);

    // Calls enqueue_rates() until all smoothing lengths have their number of neighbors. Must be called once, before the
    // first substep. Smoothing lengths of 0 are replaced by an estimate.
    void begin(GasRows& rows);

    // Returns the largest substep that is stable for all particles after the last call of enqueue_rates(). Waits for
    // the device.
    double longest_substep(const GasRows& rows);

    const FmmContext& context() const { return context_; }
    const cl::Program& program() const { return program_; }
    const GasConstants& constants() const { return constants_; }
    std::size_t bytes() const;  // device memory of the solver

  private:
    void sort(const GasRows& rows);
    void enqueue_lists();

    FmmContext context_;
    GasSettings settings_;
    GasConstants constants_;
    std::size_t count_;
    FmmPrograms tree_programs_;
    cl::Program program_;
    SortedTree particles_;
    std::size_t stride_ = 0;  // size of the tree for which reach_, ranges_ and lengths_ have memory
    cl::Kernel copy_positions_, sort_columns_, reach_of_leaves_, reach_of_nodes_, list_near_leaves_, find_densities_,
        find_forces_, find_substeps_;
    cl::Buffer positions_, sorted_, reach_, ranges_, lengths_, unfinished_, least_;
};

}  // namespace milkomeda
