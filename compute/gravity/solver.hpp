// Solvers compute the accelerations of all bodies in bounded slices, so that a frame never waits for a step.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compute/device/program.hpp"
#include "compute/fmm/tree_cell.hpp"
#include "compute/gravity/force_spec.hpp"

namespace milkomeda {

// A solver works here, on so many bodies.
struct SolverContext {
    cl::Context context;
    Device device;  // it holds positions and accelerations
    cl::CommandQueue queue;
    std::size_t bodies;
    ReadAsset read;
    std::vector<Device> secondary{};         // they may compute a part of each sum, in contexts of their own
    Accuracy accuracy = Accuracy::standard;  // that will be asked for first
    std::optional<bool> multipole{};         // what a solver of a choice begins with, instead of timing
};

class Solver {
  public:
    virtual ~Solver() = default;

    // Starts a new sum over these positions (float4 x y z mass); a sum under way is discarded.
    virtual void begin(const cl::Buffer& positions, const ForceSpec& force, const WorkRange& share) = 0;
    void begin(const cl::Buffer& positions, const ForceSpec& force) { begin(positions, force, WorkRange{}); }
    // Enqueues a slice of about `pairs` interactions (at least the smallest that fills the device); returns
    // how many they were. None are left when done() is 1.
    virtual double enqueue_slice(double pairs) = 0;
    // How much of the sum (of the share) is enqueued, 0 to 1.
    virtual double done() const = 0;
    // float4 rows, complete when all slices have run.
    virtual const cl::Buffer& accelerations() const = 0;
    // Whether accelerations always hold potentials in w.
    virtual bool holds_potentials() const { return false; }
    // Whether a force of a fraction of the sources is something else than the whole.
    virtual bool takes_fractions() const { return true; }
    // The 99th percentile of its forces' relative errors that it aims at, and comes close to with the right
    // ForceSpec::tolerance_scale; 0: it has none but of rounding.
    virtual double target_error() const { return 0; }
    // All that was enqueued since the last call took so long: slices may become longer or shorter.
    virtual void note_seconds(double /*seconds*/) {}
    // Positions have jumped: a solver that learns from one sum for the next starts anew.
    virtual void forget() {}
    // Returns when what is enqueued on other devices than the accelerations' has run.
    virtual void finish() {}
    // The cells that it divides space into, large ones first, at most so many; of the sum that is complete.
    virtual std::vector<TreeCell> cells(std::size_t /*most*/) const { return {}; }
    // A line for people: "direct, tiled:wg=128".
    virtual std::string description() const = 0;
    // How several devices divide the sum, "NVIDIA H200 50 %, NVIDIA H200 50 %"; empty for one device.
    virtual std::string shares() const { return {}; }
};

}  // namespace milkomeda
