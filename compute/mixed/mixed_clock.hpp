// Where the time of mixed iterations goes: on the host by its clock, on the device by its own.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "compute/device/opencl.hpp"
#include "compute/mixed/mixed_times.hpp"
#include "data/base/frame_profiler.hpp"

namespace milkomeda {

class MixedClock {
  public:
    enum class Kind { work, map };

    void record_into(FrameProfiler* profiler) { profiler_ = profiler; }
    FrameProfiler* profiler() const { return profiler_; }

    // Adds what this takes the host to one of the sums.
    template <typename Work>
    void host(double MixedTimes::*sum, std::string_view part, const Work& work) {
        const auto timed = measure(profiler_, part);
        const Clock::time_point start = Clock::now();
        work();
        times_.*sum += seconds_since(start);
    }

    // A command whose event will be asked for its times. Valid until the next call.
    cl::Event& command(std::string_view part, Kind kind = Kind::work) {
        return commands_.emplace_back(Command{part, kind, {}}).event;
    }
    std::size_t commands() const { return commands_.size(); }
    // So many of them, the first ones, have ended, the last one just now or before.
    void collect(std::size_t count);
    void collect() { collect(commands_.size()); }
    void end_iteration(double seconds) {
        ++times_.iterations;
        times_.total += seconds;
    }

    const MixedTimes& times() const { return times_; }
    MixedTimes take() { return std::exchange(times_, {}); }

  private:
    struct Command {
        std::string_view part;
        Kind kind;
        cl::Event event;
    };
    void tell(const std::vector<Command>& commands);

    std::vector<Command> commands_;
    MixedTimes times_;
    FrameProfiler* profiler_ = nullptr;
    double device_ahead_ = 0;  // of the host's clock, seconds; known once some have been compared
    bool is_compared_ = false;
    double last_end_ = 0;  // of a command, by the device's clock
};

}  // namespace milkomeda
