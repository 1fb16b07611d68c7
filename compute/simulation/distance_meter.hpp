// Measures the rms distance between the bodies of two runs of one particle set.
#pragma once

#include "compute/device/particle_buffers.hpp"
#include "compute/device/program.hpp"

namespace milkomeda {

class DistanceMeter {
  public:
    DistanceMeter(const cl::Context& context, const Device& device, const cl::CommandQueue& queue,
                  const ReadAsset& read);

    void get_ready();  // builds the kernel if it is not built yet

    // Returns the rms distance between row i of `a` and row i of `b`. Both must belong to one OpenCL context.
    // Requires device access to both runs; waits for the device.
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
