// The interface of all solvers: they compute the accelerations of all bodies in slices of bounded length, so
// that no frame waits for a whole step.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compute/device/program.hpp"
#include "compute/fmm/tree_cell.hpp"
#include "compute/gravity/force_spec.hpp"

namespace milkomeda {

// What a solver is made for: OpenCL objects, number of bodies, and hints.
struct SolverContext {
    cl::Context context;
    Device device;  // device that holds positions and accelerations
    cl::CommandQueue queue;
    std::size_t bodies;
    ReadAsset read;
    // devices that may compute a part of each sum, in contexts of their own
    std::vector<Device> secondary{};
    Accuracy accuracy = Accuracy::standard;  // accuracy that is requested first
    // method that an automatic solver starts with; empty: it times both
    std::optional<bool> multipole{};
};

class Solver {
  public:
    virtual ~Solver() = default;

    // Starts a new sum over `positions` (float4 x y z mass); discards the current sum.
    virtual void begin(const cl::Buffer& positions, const ForceSpec& force, const WorkRange& share) = 0;
    void begin(const cl::Buffer& positions, const ForceSpec& force) { begin(positions, force, WorkRange{}); }
    // Enqueues about `pairs` interactions, at least the smallest slice that keeps the device busy. Returns
    // the number of interactions; 0 if done() is 1.
    virtual double enqueue_slice(double pairs) = 0;
    // Fraction of the sum (of its work range) that is enqueued, 0 to 1.
    virtual double done() const = 0;
    // Accelerations as float4 rows; complete when all slices have run.
    virtual const cl::Buffer& accelerations() const = 0;
    // Returns whether accelerations.w always holds the potential.
    virtual bool holds_potentials() const { return false; }
    // Returns whether the solver can sum over a fraction of the sources.
    virtual bool takes_fractions() const { return true; }
    // The 99th percentile of relative force errors that the solver aims at, and reaches with the right
    // ForceSpec::tolerance_scale. 0: there are only rounding errors.
    virtual double target_error() const { return 0; }
    // Reports the seconds that the work enqueued since the last call took, so that the solver can adjust its
    // slices.
    virtual void note_seconds(double /*seconds*/) {}
    // Must be called after positions jumped: discards everything learnt from the previous sum.
    virtual void forget() {}
    // Waits for the work enqueued on secondary devices.
    virtual void finish() {}
    // Returns the tree cells of the last complete sum, large cells first, at most `most`.
    virtual std::vector<TreeCell> cells(std::size_t /*most*/) const { return {}; }
    // One line for people, such as "direct, tiled:wg=128".
    virtual std::string description() const = 0;
    // Shares of the devices, such as "NVIDIA H200 50 %, NVIDIA H200 50 %"; empty for one device.
    virtual std::string shares() const { return {}; }
};

}  // namespace milkomeda
