// How far two runs of the same bodies have come apart.
#pragma once

#include "compute/device/particle_buffers.hpp"
#include "compute/device/program.hpp"

namespace milkomeda {

class DistanceMeter {
  public:
    DistanceMeter(const cl::Context& context, const Device& device, const cl::CommandQueue& queue,
                  const ReadAsset& read);

    void get_ready();  // builds the kernel, if there is none yet

    // The root of the mean square of the distances between the rows of both, which live in the same context.
    // Waits for it; needs leases of both.
    double rms(const ParticleBuffers& a, const ParticleBuffers& b);

  private:
    static constexpr std::size_t items = 4096;

    cl::Context context_;
    Device device_;
    cl::CommandQueue queue_;
    ReadAsset read_;
    cl::Kernel kernel_;
    cl::Buffer sums_;
};

}  // namespace milkomeda
