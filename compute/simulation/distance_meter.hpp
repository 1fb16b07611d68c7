// Measures the rms distance between the bodies of two runs of one particle set.
#pragma once

#include <cmath>
#include <numeric>
#include <vector>

#include "compute/device/particle_buffers.hpp"
#include "compute/device/program.hpp"

namespace milkomeda {

class DistanceMeter {
  public:
    explicit DistanceMeter(const KernelContext& context)
        : context_{context}, sums_{context.buffer<cl_float>(items, CL_MEM_WRITE_ONLY)} {}

    // Builds the kernel if it is not built yet.
    void get_ready() {
        if (!kernel_()) kernel_ = cl::Kernel{context_.build({"kernels/step/distances.cl"}), "squared_distances"};
    }

    // Returns the rms distance between row i of `a` and row i of `b`. `a` and `b` must belong to one OpenCL context.
    // Requires device access to the bodies of both runs; waits for the device.
    double rms(const ParticleBuffers& a, const ParticleBuffers& b) {
        constexpr std::size_t work_group = 64;
        get_ready();
        enqueue(context_.queue, kernel_, items, work_group, a.positions(), b.positions(), a.size(), sums_);
        const std::vector<cl_float> sums = read_items<cl_float>(context_.queue, sums_, items);
        return std::sqrt(std::accumulate(sums.begin(), sums.end(), 0.0) / static_cast<double>(a.size()));
    }

  private:
    static constexpr std::size_t items = 4096;

    KernelContext context_;
    cl::Kernel kernel_;
    cl::Buffer sums_;
};

}  // namespace milkomeda
