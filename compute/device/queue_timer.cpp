#include "compute/device/queue_timer.hpp"

#include <algorithm>
#include <utility>

namespace milkomeda {
namespace {

// Returns the time at which the marker completed, in nanoseconds of the device's clock; 0 if the driver reports no
// time.
cl_ulong passed_at(const cl::Event& marker) try {
    return marker() ? marker.getProfilingInfo<CL_PROFILING_COMMAND_END>() : 0;
} catch (const cl::Error& error) {
    if (error.err() != CL_PROFILING_INFO_NOT_AVAILABLE) throw;
    return 0;
}

}  // namespace

QueueTimer::QueueTimer(const cl::CommandQueue& queue)
    : queue_{queue}, profiles_{(queue.getInfo<CL_QUEUE_PROPERTIES>() & CL_QUEUE_PROFILING_ENABLE) != 0} {}

void QueueTimer::record_into(FrameProfiler* profiler) {
    profiler_ = profiler;
    if (!records()) parts_.clear();
}

QueueTimer::Scope::Scope(QueueTimer* timer, std::string_view part)
    : timer_{timer && timer->records() ? timer : nullptr} {
    if (!timer_) return;
    index_ = timer_->parts_.size();
    timer_->parts_.push_back({part, {}, {}});
    timer_->queue_.enqueueMarkerWithWaitList(nullptr, &timer_->parts_.back().first);
}

QueueTimer::Scope::~Scope() {
    if (!timer_ || index_ >= timer_->parts_.size()) return;
    try {
        timer_->queue_.enqueueMarkerWithWaitList(nullptr, &timer_->parts_[index_].last);
    } catch (const cl::Error&) {
        // A destructor must not throw. If the device is lost, the next OpenCL call reports the failure.
    }
}

// Converts the times of the markers to the host's clock, assuming that the newest marker has completed at the time of
// this call.
void QueueTimer::collect() {
    const std::vector<Part> parts = std::exchange(parts_, {});
    if (parts.empty() || !records()) return;
    const double now = profiler_->now();
    std::vector<std::pair<cl_ulong, cl_ulong>> times;
    cl_ulong newest = 0;
    for (const Part& part : parts) {
        times.emplace_back(passed_at(part.first), passed_at(part.last));
        newest = std::max(newest, times.back().second);
    }
    const auto on_host = [&](cl_ulong time) { return now - 1e-9 * static_cast<double>(newest - time); };
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (const auto [begin, end] = times[i]; begin > 0 && begin < end)
            profiler_->add({parts[i].name, Lane::opencl, on_host(begin), on_host(end)}, profiler_->frame());
}

}  // namespace milkomeda
