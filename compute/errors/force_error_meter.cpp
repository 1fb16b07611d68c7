#include "compute/errors/force_error_meter.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "compute/gravity/timing_cloud.hpp"
#include "compute/kernels/device_traits.hpp"
#include "data/base/clock.hpp"
#include "data/base/parallel.hpp"

namespace milkomeda {
namespace {

// Returns the work-group size. On CPUs a work-group is one work-item.
std::size_t group_on(const Device& device) { return device.type == "cpu" ? 1 : 256; }

// Returns the number of sampled bodies that a work-group compares: on most CPUs, one in each lane of its vectors.
std::size_t samples_of_group(const Device& device) {
    const DeviceTraits traits{device};
    return traits.is_cpu && traits.wants_vectors ? traits.vector_width : 1;
}

// Builds the kernel and runs it once on a single body. Drivers compile a kernel when it first runs, and no
// frame of the animation should wait for the compilation.
cl::Kernel build(const KernelContext& context) {
    const std::size_t group = group_on(context.device), width = samples_of_group(context.device);
    const cl::Program program =
        width > 1 ? context.build({"kernels/step/force_errors_vector.cl"}, definitions({{"WIDTH", width}}))
                  : context.build({"kernels/step/force_errors.cl"}, definitions({{"WORK_GROUP", group}}));
    cl::Kernel kernel{program, "force_errors"};
    const cl::Buffer body = dummy_bodies(context, 1);
    const auto found = context.buffer<ErrorSample>(width, CL_MEM_WRITE_ONLY);
    enqueue(context.queue, kernel, group, group, body, body, cl_uint{1}, cl_uint{0}, cl_float{1}, cl_float{1}, found);
    context.queue.finish();
    return kernel;
}

}  // namespace

ForceErrorMeter::ForceErrorMeter(const KernelContext& context)
    : context_{context},
      group_{group_on(context.device)},
      width_{samples_of_group(context.device)},
      found_{context.buffer<ErrorSample>(most)} {}

bool ForceErrorMeter::is_ready() {
    if (kernel_()) return true;
    if (!building_.valid()) building_ = in_background([context = context_] { return build(context); });
    if (!milkomeda::is_ready(building_)) return false;
    kernel_ = building_.get();
    return true;
}

void ForceErrorMeter::get_ready() {
    if (kernel_()) return;
    kernel_ = building_.valid() ? building_.get() : build(context_);
}

void ForceErrorMeter::begin(std::size_t bodies, long step_index) {
    get_ready();
    // Waits for the samples of the last measurement. The wait is short, because a force evaluation has been completed
    // since that measurement.
    await();
    if (asked_ % ring_size + bodies > ring_size) restart();  // the samples do not fit into the rest of the ring
    number_ = static_cast<cl_uint>(step_index) * static_cast<cl_uint>(most);
    last_ = left_ = bodies;
}

double ForceErrorMeter::enqueue_slice(const ParticleBuffers& particles, const cl::Buffer& accelerations,
                                      const ForceSpec& force, double pairs) {
    const auto all = static_cast<double>(particles.field_bodies());
    // A launch with fewer sampled bodies would not keep every compute unit of the device busy.
    const auto units = handle_of(context_.device).getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
    const auto at_once = static_cast<double>(std::max<std::size_t>(8, width_ * units));
    const double groups = std::floor(std::max(pairs / all, at_once) / static_cast<double>(width_));
    const auto bodies =
        static_cast<std::size_t>(std::min(groups * static_cast<double>(width_), static_cast<double>(left_)));
    const bool timed = left_ == last_ && budget_.needs_cost();
    if (timed) context_.queue.finish();
    const Clock::time_point start = Clock::now();
    enqueue(context_.queue, kernel_, (bodies + width_ - 1) / width_ * group_, group_, particles.positions(),
            accelerations, particles.field_bodies(), number_, force.gravity, softening_squared(force), found_);
    context_.queue.enqueueReadBuffer(found_, CL_FALSE, 0, bodies * sizeof(ErrorSample),
                                     ring_.start(context_.queue).data() + asked_ % ring_size, nullptr, &arrival_);
    if (timed) {
        context_.queue.finish();
        budget_.set_cost(seconds_since(start) * static_cast<double>(last_) / static_cast<double>(bodies));
    }
    asked_ += bodies;
    number_ += static_cast<cl_uint>(bodies);
    left_ -= bodies;
    if (left_ == 0) budget_.spend_estimate();
    return static_cast<double>(bodies) * all;
}

void ForceErrorMeter::await() {
    if (asked_ > arrived_) arrival_.wait();
    ring_.mark_complete();
    arrived_ = asked_;
}

const std::optional<ForceErrors>& ForceErrorMeter::errors() const {
    if (arrived_ >= least && arrived_ != summarized_) {
        std::vector<ErrorSample> sample(std::min(arrived_, samples));
        for (std::size_t i = 0; i < sample.size(); ++i) sample[i] = newest(i);
        errors_ = summarize(sample);
        summarized_ = arrived_;
    }
    if (errors_) errors_->cost = budget_.spent_share();
    return errors_;
}

double ForceErrorMeter::last_p99() {
    await();
    std::vector<float> errors(last_);
    for (std::size_t i = 0; i < errors.size(); ++i)
        errors[i] = newest(i).direct > 0 ? newest(i).error / newest(i).direct : 0;
    return distribution(errors).p99;
}

void ForceErrorMeter::restart() {
    await();
    asked_ = arrived_ = last_ = left_ = summarized_ = 0;
    errors_.reset();
    budget_.reset();
}

}  // namespace milkomeda
