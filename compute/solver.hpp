// Solvers compute the accelerations of all bodies in bounded slices, so that a frame never waits for a step.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "compute/program.hpp"

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

class Solver {
  public:
    virtual ~Solver() = default;

    // Starts a new sum over these positions (float4 x y z mass); a sum under way is discarded.
    virtual void begin(const cl::Buffer& positions, const Force& force) = 0;
    // Enqueues a slice of about `pairs` interactions (at least the smallest that fills the device); returns
    // how many they were. None are left when done() is 1.
    virtual double enqueue_slice(double pairs) = 0;
    // The share of the sum that is enqueued, 0 to 1.
    virtual double done() const = 0;
    // float4 rows, complete when all slices have run.
    virtual const cl::Buffer& accelerations() const = 0;
    // What a person reads: "direct, tiled, work-group 128".
    virtual std::string description() const = 0;
};

// One form of the direct sum, as data.
struct KernelVariant {
    std::string_view name;
    std::string_view source;       // the kernel's file
    std::string_view device_type;  // where it is the default: "gpu" (and accelerators) or "cpu"
    std::string_view idea;         // one line for people
};
std::span<const KernelVariant> direct_variants();
const KernelVariant& default_variant(const Device& device);

// The exact sum over all pairs (or over one k-th of the sources), for any number of bodies.
std::unique_ptr<Solver> make_direct_solver(const cl::Context& context, const Device& device,
                                           const cl::CommandQueue& queue, std::size_t bodies,
                                           const ReadSource& read, const KernelVariant& variant);

}  // namespace milkomeda
