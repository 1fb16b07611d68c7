// Solvers compute the accelerations of all bodies in bounded slices, so that a frame never waits for a step.
#pragma once

#include <memory>
#include <string>

#include "compute/device/program.hpp"
#include "compute/gravity/kernel_variants.hpp"

namespace milkomeda {

// What a step's force is made of.
struct Force {
    double gravity = 1;
    double softening = 0.05;
    unsigned fraction_denominator = 1;  // k: one k-th of the bodies pull ...
    unsigned fraction_phase = 0;        // ... namely rows i with i mod k = phase
    bool unbiased = true;               // rescaled by k
    bool with_potential = false;        // accelerations.w holds the potential (k must be 1)
};

// Which part of the sum: of the bodies in the one-sided forms, of the pairs of blocks in the symmetric ones.
// The accelerations of all parts add up to the whole, so that devices can share the work.
struct Share {
    double first = 0, last = 1;
};

class Solver {
  public:
    virtual ~Solver() = default;

    // Starts a new sum over these positions (float4 x y z mass); a sum under way is discarded.
    virtual void begin(const cl::Buffer& positions, const Force& force, const Share& share) = 0;
    void begin(const cl::Buffer& positions, const Force& force) { begin(positions, force, Share{}); }
    // Enqueues a slice of about `pairs` interactions (at least the smallest that fills the device); returns
    // how many they were. None are left when done() is 1.
    virtual double enqueue_slice(double pairs) = 0;
    // How much of the sum (of the share) is enqueued, 0 to 1.
    virtual double done() const = 0;
    // float4 rows, complete when all slices have run.
    virtual const cl::Buffer& accelerations() const = 0;
    // Returns when what is enqueued on other devices than the accelerations' has run.
    virtual void finish() {}
    // What sums: not what was asked for where that would take too much memory. Of several devices, the
    // first's.
    virtual KernelChoice kernel() const = 0;
    // What a person reads: "direct, tiled:wg=128".
    virtual std::string description() const { return "direct, " + to_string(kernel()); }
    // How several devices divide the sum, "NVIDIA H200 50 %, NVIDIA H200 50 %"; empty for one device.
    virtual std::string shares() const { return {}; }
};

// The exact sum over all pairs (or over one k-th of the sources), for any number of bodies. A symmetric
// variant sums over fractions and potentials with a one-sided one, and altogether where its partial sums
// would take too much of the device's memory. Throws std::runtime_error with the compiler's log, and
// std::invalid_argument for settings that the device does not allow.
std::unique_ptr<Solver> make_direct_solver(const cl::Context& context, const Device& device,
                                           const cl::CommandQueue& queue, std::size_t bodies,
                                           const ReadAsset& read, const KernelVariant& variant,
                                           const KernelSettings& settings = {});

// Seconds that a whole sum takes: the mean of `repeats` in a row, after one that is not counted.
double time_sum(Solver& solver, const cl::CommandQueue& queue, const cl::Buffer& positions,
                const Force& force, int repeats);

}  // namespace milkomeda
