// Measures a solver's force errors during a run. After a force evaluation, compares the accelerations of a
// small sample of bodies with the direct sum over all bodies. Each measurement samples different bodies.
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
    static constexpr std::size_t samples = 1024;  // number of most recent samples that errors() summarizes
    static constexpr std::size_t least = 256;     // minimum number of samples for errors()

    // Number of sampled bodies per measurement: `some` for monitoring, `many` for adjusting the solver's tolerance
    // during a run. `most` is the largest possible number.
    static constexpr std::size_t some = 64, many = 1024, most = 4096;

    explicit ForceErrorMeter(const KernelContext& context);

    // Building the kernel takes about a second. is_ready() starts the build in the background, and returns false until
    // the build is complete. get_ready() waits for the build.
    bool is_ready();
    void get_ready();
    // Begins a measurement of `bodies` sampled bodies after a force evaluation. `step_index` determines which bodies
    // are sampled, so that repeated runs measure identical bodies.
    void begin(std::size_t bodies, long step_index);
    // Enqueues about `pairs` interactions of the measurement (each sampled body with all bodies), and returns
    // the number of enqueued interactions. `accelerations` holds the solver's result as float4 rows. Requires
    // a DeviceAccess.
    double enqueue_slice(const ParticleBuffers& particles, const cl::Buffer& accelerations, const ForceSpec& force,
                         double pairs);
    std::size_t left() const { return left_; }  // number of sampled bodies whose comparison is not enqueued yet
    void cancel() { left_ = 0; }                // discards comparisons that are not enqueued yet
    // Limits measurements to 1 % of the time of force evaluations. The first five measurements are exempt, so
    // that a first result arrives soon.
    TimeBudget& budget() { return budget_; }
    static constexpr TimeBudget::Limits limits{.share = 0.01, .longest_saving = 0, .free_uses = 5};

    // Returns the summary of all samples that have arrived on the host; empty until `least` samples have
    // arrived. Samples arrive when the next measurement begins, or in last_p99().
    const std::optional<ForceErrors>& errors() const;
    // Returns the 99th percentile of the relative force errors in the last measurement; waits for the device.
    double last_p99();
    // Discards all samples; must be called if the solver or the force specification changes.
    void restart();

  private:
    // number of samples for which ring_ has memory: the summarized samples plus one pending measurement
    static constexpr std::size_t ring_size = samples + most;
    using Ring = std::array<ErrorSample, ring_size>;
    void await();
    const ErrorSample& newest(std::size_t back) const { return (*ring_)[(arrived_ - 1 - back) % ring_size]; }

    KernelContext context_;
    std::size_t group_, width_;  // work-items, and sampled bodies, of a work-group
    cl::Kernel kernel_;
    std::future<cl::Kernel> building_;
    cl::Buffer found_;
    AsyncReadback<Ring> ring_;
    cl::Event arrival_;
    // numbers of samples: enqueued, arrived on the host, and in the last measurement
    std::size_t asked_ = 0, arrived_ = 0, last_ = 0;
    // number of sampled bodies of the current measurement whose comparison is not enqueued yet
    std::size_t left_ = 0;
    cl_uint number_ = 0;  // counter from which the kernel derives the next body to sample
    TimeBudget budget_{limits};

    mutable std::optional<ForceErrors> errors_;
    mutable std::size_t summarized_ = 0;  // value of arrived_ when errors_ was computed
};

}  // namespace milkomeda
