// Distance between two runs of the same bodies.
#pragma once

#include "compute/device/particle_buffers.hpp"
#include "compute/device/program.hpp"

namespace milkomeda {

class DistanceMeter {
  public:
    DistanceMeter(const cl::Context& context, const Device& device, const cl::CommandQueue& queue,
                  const ReadAsset& read);

    void get_ready();  // builds the kernel unless it exists

    // Returns the rms distance between equal rows of `a` and `b`, which must live in one OpenCL context.
    // Needs device access to both and waits for the device.
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
