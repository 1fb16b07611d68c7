#include "compute/simulation/distance_meter.hpp"

#include <cmath>
#include <numeric>

namespace milkomeda {

void DistanceMeter::get_ready() {
    if (!kernel_()) kernel_ = cl::Kernel{context_.build({"kernels/step/distances.cl"}), "squared_distances"};
}

double DistanceMeter::rms(const ParticleBuffers& a, const ParticleBuffers& b) {
    constexpr std::size_t work_group = 64;
    get_ready();
    enqueue(context_.queue, kernel_, items, work_group, a.positions(), b.positions(), a.size(), sums_);
    const std::vector<cl_float> sums = read_items<cl_float>(context_.queue, sums_, items);
    return std::sqrt(std::accumulate(sums.begin(), sums.end(), 0.0) / static_cast<double>(a.size()));
}

}  // namespace milkomeda
