// Times the parts of an iteration of MixedSimulation: host work by the host's clock, and device commands by the
// device's clock.
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

    // Runs `work` on the host and adds its seconds to the member `sum` of the times.
    template <typename Work>
    void host(double MixedTimes::*sum, std::string_view part, const Work& work) {
        const auto timed = measure(profiler_, part);
        const Clock::time_point start = Clock::now();
        work();
        times_.*sum += seconds_since(start);
    }

    // Returns an event to attach to a command, so that collect() can time the command. The reference is valid
    // until the next call of command().
    cl::Event& command(std::string_view part, Kind kind = Kind::work) {
        return commands_.emplace_back(Command{part, kind, {}}).event;
    }
    std::size_t commands() const { return commands_.size(); }
    // Collects the times of the first `count` commands, which must have completed. The last of these commands must have
    // completed recently, so that the device's clock can be compared with the host's clock.
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
    double device_ahead_ = 0;  // device clock minus host clock in seconds; valid if is_compared_ is true
    bool is_compared_ = false;
    double last_end_ = 0;  // end of the last recorded command in seconds of the device's clock
};

}  // namespace milkomeda
