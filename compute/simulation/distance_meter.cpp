#include "compute/simulation/distance_meter.hpp"

#include <array>
#include <cmath>
#include <numeric>

namespace milkomeda {

DistanceMeter::DistanceMeter(const cl::Context& context, const Device& device, const cl::CommandQueue& queue,
                             const ReadAsset& read)
    : context_{context},
      device_{device},
      queue_{queue},
      read_{read},
      sums_{context, CL_MEM_WRITE_ONLY, items * sizeof(cl_float)} {}

void DistanceMeter::get_ready() {
    if (kernel_()) return;
    kernel_ = cl::Kernel{build_program(context_, device_, read_, {"kernels/step/distances.cl"}), "squared_distances"};
}

double DistanceMeter::rms(const ParticleBuffers& a, const ParticleBuffers& b) {
    constexpr std::size_t work_group = 64;
    get_ready();
    enqueue(queue_, kernel_, items, work_group, a.positions(), b.positions(), cl_uint(a.size()), sums_);
    std::array<cl_float, items> sums;
    queue_.enqueueReadBuffer(sums_, CL_TRUE, 0, sizeof sums, sums.data());
    return std::sqrt(std::accumulate(sums.begin(), sums.end(), 0.0) / static_cast<double>(a.size()));
}

}  // namespace milkomeda
