// How exact a solver's forces are, as a run goes on: with every sum the force on a few bodies, other ones
// each time, is compared with the direct sum over all.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "compute/device/answer.hpp"
#include "compute/device/particle_buffers.hpp"
#include "compute/device/program.hpp"
#include "compute/gravity/force.hpp"
#include "compute/simulation/force_errors.hpp"

namespace milkomeda {

class ForceErrorMeter {
  public:
    static constexpr std::size_t samples = 256;  // the newest of these count

    ForceErrorMeter(const cl::Context& context, const Device& device, const cl::CommandQueue& queue,
                    const ReadAsset& read);

    // Enqueues the comparison for a sum that is complete: accelerations for these positions (float4 rows), so
    // many of each. Costs as many pairs as eight bodies have. Needs a lease.
    void ask(const ParticleBuffers& particles, const cl::Buffer& accelerations, const Force& force);
    // Of the last 256 bodies that were compared, as of the sum before the last one asked about; empty until
    // there are so many.
    std::optional<ForceErrors> errors() const { return errors_; }
    // The same once for every 256 bodies: for who would correct something by it.
    std::optional<ForceErrors> news();
    // Forgets what was found: forces are others now.
    void restart();

  private:
    static constexpr std::size_t at_once = 8;
    void await();

    cl::Context context_;
    Device device_;
    cl::CommandQueue queue_;
    ReadAsset read_;
    std::size_t group_;
    cl::Kernel kernel_;  // built when it is first needed
    cl::Buffer found_;
    Answer<std::array<float, samples>> ring_;
    cl::Event arrived_;
    cl_uint sums_ = 0;
    std::optional<ForceErrors> errors_;
    bool is_news_ = false;
};

}  // namespace milkomeda
