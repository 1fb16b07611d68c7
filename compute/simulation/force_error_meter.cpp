#include "compute/simulation/force_error_meter.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace milkomeda {
namespace {

// On CPUs an item has vectors of its own.
std::size_t group_on(const Device& device) {
    return device.type == "cpu" ? 1 : 256;
}

ForceErrors percentiles(std::array<float, ForceErrorMeter::samples> errors) {
    std::ranges::sort(errors);
    return {errors[errors.size() / 2], errors[errors.size() * 99 / 100], errors.back()};
}

}  // namespace

ForceErrorMeter::ForceErrorMeter(const cl::Context& context, const Device& device,
                                 const cl::CommandQueue& queue, const ReadAsset& read)
    : context_{context},
      device_{device},
      queue_{queue},
      read_{read},
      group_{group_on(device)},
      found_{context, CL_MEM_READ_WRITE, at_once * sizeof(cl_float)} {}

void ForceErrorMeter::ask(const ParticleBuffers& particles, const cl::Buffer& accelerations,
                          const Force& force) {
    constexpr std::size_t asks_of_a_round = samples / at_once;
    if (!kernel_())
        kernel_ = cl::Kernel{build_program(context_, device_, read_, {"kernels/step/force_errors.cl"},
                                           "-DWORK_GROUP=" + std::to_string(group_)),
                             "force_errors"};
    await();  // it was long ago: the sum after it is complete
    if (sums_ > 0 && sums_ % asks_of_a_round == 0) is_news_ = true;
    if (sums_ >= asks_of_a_round) errors_ = percentiles(*ring_);
    enqueue(queue_, kernel_, at_once * group_, group_, particles.positions(), accelerations,
            cl_uint(particles.size()), sums_, cl_float(force.gravity), softening_squared(force), found_);
    queue_.enqueueReadBuffer(found_, CL_FALSE, 0, at_once * sizeof(cl_float),
                             ring_.asked().data() + sums_ % asks_of_a_round * at_once, nullptr, &arrived_);
    ++sums_;
}

void ForceErrorMeter::await() {
    if (sums_ > 0) arrived_.wait();
    ring_.arrived();
}

std::optional<ForceErrors> ForceErrorMeter::news() {
    return std::exchange(is_news_, false) ? errors_ : std::nullopt;
}

void ForceErrorMeter::restart() {
    await();
    sums_ = 0;
    errors_.reset();
    is_news_ = false;
}

}  // namespace milkomeda
