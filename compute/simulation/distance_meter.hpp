// Measures the rms distance between the bodies of two runs of one particle set.
#pragma once

#include "compute/device/particle_buffers.hpp"
#include "compute/device/program.hpp"

namespace milkomeda {

class DistanceMeter {
  public:
    explicit DistanceMeter(const KernelContext& context)
        : context_{context}, sums_{context.buffer<cl_float>(items, CL_MEM_WRITE_ONLY)} {}

    void get_ready();  // builds the kernel unless the kernel is already built

    // Returns the rms distance between row i of `a` and row i of `b`. `a` and `b` must belong to one OpenCL context.
    // Requires device access to the bodies of both runs; waits for the device.
    double rms(const ParticleBuffers& a, const ParticleBuffers& b);

  private:
    static constexpr std::size_t items = 4096;

    KernelContext context_;
    cl::Kernel kernel_;
    cl::Buffer sums_;
};

}  // namespace milkomeda
