#include "compute/mixed/mixed_clock.hpp"

#include <algorithm>
#include <array>

namespace milkomeda {
namespace {

constexpr std::array all_seconds{&MixedTimes::device, &MixedTimes::host, &MixedTimes::wait, &MixedTimes::map,
                                 &MixedTimes::total};

// Returns start and end of a command in seconds of the device's clock; zeros if the driver has no times.
std::pair<double, double> run_time(const cl::Event& event) try {
    if (!event()) return {};
    return {1e-9 * static_cast<double>(event.getProfilingInfo<CL_PROFILING_COMMAND_START>()),
            1e-9 * static_cast<double>(event.getProfilingInfo<CL_PROFILING_COMMAND_END>())};
} catch (const cl::Error& error) {
    if (error.err() != CL_PROFILING_INFO_NOT_AVAILABLE) throw;
    return {};
}

}  // namespace

MixedTimes operator+(MixedTimes a, const MixedTimes& b) {
    for (const auto seconds : all_seconds) a.*seconds += b.*seconds;
    a.iterations += b.iterations;
    return a;
}

MixedTimes mean_of(MixedTimes sum) {
    for (const auto seconds : all_seconds) sum.*seconds /= static_cast<double>(sum.iterations);
    sum.iterations = 1;
    return sum;
}

// Estimates the offset between the two clocks as the maximum, over all commands, of (end of the command on the device's
// clock) - (time of this call on the host's clock). The maximum is the best estimate, because the delay with which the
// host learns of the end of a command makes the difference smaller.
void MixedClock::collect(std::size_t count) {
    const auto end_of = commands_.begin() + static_cast<std::ptrdiff_t>(count);
    const std::vector<Command> commands{commands_.begin(), end_of};
    commands_.erase(commands_.begin(), end_of);
    const bool records = profiler_ && profiler_->recording();
    if (!records) is_compared_ = false;
    const double now = records ? profiler_->now() : 0;
    for (const Command& command : commands) {
        const auto [begin, end] = run_time(command.event);
        if (!(begin < end)) continue;
        (command.kind == Kind::map ? times_.map : times_.device) += end - begin;
        if (!records) continue;
        device_ahead_ = is_compared_ ? std::max(device_ahead_, end - now) : end - now;
        is_compared_ = true;
    }
    if (records) tell(commands);
}

// Sends the commands, and the idle gaps between commands, to the profiler (figure 10.1 of Hensley and Harada's case
// study, see docs/mixed.md).
void MixedClock::tell(const std::vector<Command>& commands) {
    constexpr double longest_gap = 0.5;  // seconds; a longer gap is a pause of the run and not idle time
    const auto add = [&](std::string_view part, double begin, double end) {
        profiler_->add({part, Lane::opencl, begin - device_ahead_, end - device_ahead_}, profiler_->frame());
    };
    for (const Command& command : commands) {
        const auto [begin, end] = run_time(command.event);
        if (!(begin < end)) continue;
        if (last_end_ < begin && begin - last_end_ < longest_gap) add("idle", last_end_, begin);
        add(command.part, begin, end);
        last_end_ = end;
    }
}

}  // namespace milkomeda
