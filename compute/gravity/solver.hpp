// The interface of all force solvers. A solver computes the accelerations of all bodies in slices of bounded
// length, so that no frame of the animation waits for a whole step.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compute/device/program.hpp"
#include "compute/fmm/tree_cell.hpp"
#include "compute/gravity/force_spec.hpp"
#include "compute/kernels/kernel_choice.hpp"

namespace milkomeda {

// The arguments for creating a solver. KernelContext::device, the first device, stores positions and accelerations.
struct SolverContext : KernelContext {
    std::size_t bodies;
    // Secondary devices, which may compute a part of each sum. Each secondary device gets its own OpenCL context.
    std::vector<Device> secondary{};
    Accuracy accuracy = Accuracy::standard;  // accuracy of the first sum
    // First method of the automatic solver: true for multipole, false for direct; if empty, the solver times the two
    // methods.
    std::optional<bool> multipole{};
};

class Solver {
  public:
    virtual ~Solver() = default;

    // Discards an incomplete sum and starts a sum over `positions` (float4 rows: x, y, z, mass).
    virtual void begin(const cl::Buffer& positions, const ForceSpec& force, const WorkRange& share = {}) = 0;
    // Enqueues about `pairs` interactions, at least the smallest slice that keeps the device busy. Returns
    // the number of interactions; 0 if done() is 1.
    virtual double enqueue_slice(double pairs) = 0;
    // Returns the fraction of the requested work that is enqueued, 0 to 1.
    virtual double done() const = 0;
    // Accelerations as float4 rows; complete when the device has executed all slices.
    virtual const cl::Buffer& accelerations() const = 0;
    // Returns whether accelerations.w always holds the potential.
    virtual bool holds_potentials() const { return false; }
    // Returns whether the solver can sum over a fraction of the sources.
    virtual bool takes_fractions() const { return true; }
    // Returns the intended 99th percentile of the relative force errors, which the solver reaches with a suitable
    // ForceSpec::tolerance_scale. Returns 0 if the only errors are rounding errors.
    virtual double target_error() const { return 0; }
    // Reports the measured seconds of the work that was enqueued since the previous call, so that the solver can adjust
    // its slices.
    virtual void note_seconds(double /*seconds*/) {}
    // Discards what the solver has learnt from earlier sums, for example the lengths of interaction lists. Must be
    // called after a change of the positions that is larger than the change in a step.
    virtual void forget() {}
    // Waits for the work enqueued on secondary devices.
    virtual void finish() {}
    // Returns at most `most` tree cells of the last sum, large cells first; empty without a tree.
    virtual std::vector<TreeCell> cells(std::size_t /*most*/) const { return {}; }
    // Returns the kernel in use; with several devices, the first device's kernel. The kernel in use differs from the
    // selected kernel if the selected kernel would need too much memory. If the solver has no kernel variants, the
    // result has a null `variant`.
    virtual KernelChoice kernel() const { return {}; }
    // Returns the name, kernel and settings of the solver as one line of text for the user, such as "direct,
    // tiled:wg=128".
    virtual std::string description() const = 0;
    // Returns the share of each device, such as "NVIDIA H200 50 %, NVIDIA H200 50 %"; empty for one device.
    virtual std::string shares() const { return {}; }
};

}  // namespace milkomeda
