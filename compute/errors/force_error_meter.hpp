// How exact a solver's forces are, as a run goes on: after a sum the force on some bodies, other ones each
// time, is compared with the direct sum over all.
#pragma once

#include <array>
#include <future>
#include <optional>

#include "compute/device/async_readback.hpp"
#include "compute/device/particle_buffers.hpp"
#include "compute/device/program.hpp"
#include "compute/errors/asking_pace.hpp"
#include "compute/errors/force_errors.hpp"
#include "compute/gravity/force_spec.hpp"

namespace milkomeda {

class ForceErrorMeter {
  public:
    static constexpr std::size_t samples = 1024;  // the newest of these count,
    static constexpr std::size_t least = 256;     // once there are so many

    // Bodies that one ask() is about: where the pace allows, and where a solver is corrected by them.
    static constexpr std::size_t some = 64, most = 256;

    ForceErrorMeter(const cl::Context& context, const Device& device, const cl::CommandQueue& queue,
                    const ReadAsset& read);

    // Whether it can begin at once. The kernel is built when it is first asked for, which takes a second:
    // here beside the caller, who comes again; get_ready() waits for it.
    bool is_ready();
    void get_ready();
    // Begins the comparison for a sum that is complete, with as many `bodies`: which, the sum's position in
    // the run decides.
    void begin(std::size_t bodies, long position);
    // Enqueues about so many `pairs` of it, each of these bodies with all: accelerations for these positions
    // (float4 rows). Returns how many. Needs a lease.
    double enqueue_slice(const ParticleBuffers& particles, const cl::Buffer& accelerations,
                         const ForceSpec& force, double pairs);
    std::size_t left() const { return left_; }  // of its bodies
    void give_up() { left_ = 0; }               // the accelerations are others now
    // All in one.
    void ask(const ParticleBuffers& particles, const cl::Buffer& accelerations, const ForceSpec& force,
             std::size_t bodies, long position);
    // When to do so, and what that costs.
    AskingPace& pace() { return pace_; }

    // As of the sum before the last one asked about, or of that one if last_p99() was called; empty until
    // there are enough.
    const std::optional<ForceErrors>& errors() const;
    // The 99th percentile of the relative errors that were asked about last: waits for it.
    double last_p99();
    // Forgets what was found: forces are others now.
    void restart();

  private:
    static constexpr std::size_t rooms = samples + most;  // what is on its way is not among the newest
    using Ring = std::array<ErrorSample, rooms>;
    void await();
    const ErrorSample& newest(std::size_t back) const { return (*ring_)[(arrived_ - 1 - back) % rooms]; }

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
    std::size_t asked_ = 0, arrived_ = 0, last_ = 0;  // bodies; last_: of the last time,
    std::size_t left_ = 0;                            // of which so many are still to be asked about,
    cl_uint number_ = 0;                              // from this one on
    AskingPace pace_;

    mutable std::optional<ForceErrors> errors_;
    mutable std::size_t summarized_ = 0;  // bodies that had arrived then
};

}  // namespace milkomeda
