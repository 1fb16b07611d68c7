// Measures a solver's force errors during a run: after a force evaluation, the accelerations of a few bodies,
// different each time, are compared with the direct sum over all bodies.
#pragma once

#include <array>
#include <future>
#include <optional>

#include "compute/device/async_readback.hpp"
#include "compute/device/particle_buffers.hpp"
#include "compute/device/program.hpp"
#include "compute/errors/force_errors.hpp"
#include "compute/gravity/force_spec.hpp"
#include "data/base/time_budget.hpp"

namespace milkomeda {

class ForceErrorMeter {
  public:
    static constexpr std::size_t samples = 1024;  // number of newest error samples that errors() summarizes
    static constexpr std::size_t least = 256;     // number of samples before errors() returns a summary

    // Bodies per measurement: `some` for monitoring at the pace's rate, `most` where the solver's tolerance
    // is adjusted by the result.
    static constexpr std::size_t some = 64, most = 256;

    ForceErrorMeter(const cl::Context& context, const Device& device, const cl::CommandQueue& queue,
                    const ReadAsset& read);

    // Returns whether the kernel is built. Building takes about a second: is_ready() starts it in the
    // background and returns false until it is done; get_ready() waits for it.
    bool is_ready();
    void get_ready();
    // Begins the measurement of a completed force evaluation on `bodies` bodies. The step position decides
    // which bodies, so repeated runs measure the same bodies.
    void begin(std::size_t bodies, long position);
    // Enqueues comparisons of about `pairs` body pairs (each sampled body with all bodies) for these
    // accelerations (float4 rows). Returns the number of pairs. Requires a DeviceAccess.
    double enqueue_slice(const ParticleBuffers& particles, const cl::Buffer& accelerations,
                         const ForceSpec& force, double pairs);
    std::size_t left() const { return left_; }  // bodies left in this measurement
    void cancel() { left_ = 0; }                // cancels: the accelerations have changed
    // Enqueues a whole measurement.
    void ask(const ParticleBuffers& particles, const cl::Buffer& accelerations, const ForceSpec& force,
             std::size_t bodies, long position);
    // Limits comparisons to 1 % of the time of force evaluations. The first five are exempt, so that a first
    // result comes soon.
    TimeBudget& budget() { return budget_; }
    static constexpr TimeBudget::Limits limits{.share = 0.01, .longest_saving = 0, .free_uses = 5};

    // Returns the summary of the samples that have arrived: up to the measurement before the last, or
    // including the last after last_p99(). Empty until `least` samples have arrived.
    const std::optional<ForceErrors>& errors() const;
    // Returns the 99th percentile of the relative errors in the last measurement; waits for it.
    double last_p99();
    // Discards all samples; must be called if the forces change.
    void restart();

  private:
    static constexpr std::size_t ring_size = samples + most;  // newest samples plus one measurement in flight
    using Ring = std::array<ErrorSample, ring_size>;
    void await();
    const ErrorSample& newest(std::size_t back) const { return (*ring_)[(arrived_ - 1 - back) % ring_size]; }

    cl::Context context_;
    Device device_;
    cl::CommandQueue queue_;
    ReadAsset read_;
    std::size_t group_;
    cl::Kernel kernel_;
    std::future<cl::Kernel> building_;
    cl::Buffer found_;
    AsyncReadback<Ring> ring_;
    cl::Event arrival_;
    std::size_t asked_ = 0, arrived_ = 0, last_ = 0;  // counts of bodies; last_: in the last measurement
    // bodies of the current measurement that are not enqueued yet
    std::size_t left_ = 0;
    cl_uint number_ = 0;  // number of the next body to sample
    TimeBudget budget_{limits};

    mutable std::optional<ForceErrors> errors_;
    mutable std::size_t summarized_ = 0;  // value of arrived_ at the last summary
};

}  // namespace milkomeda
