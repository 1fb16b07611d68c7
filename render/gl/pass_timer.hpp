// Measures the time that each rendering pass of a frame takes, smoothed for display, without waiting for the
// GPU.
#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/base/frame_profiler.hpp"
#include "render/gl/gl.hpp"

namespace milkomeda {

struct PassTime {
    std::string pass;
    double milliseconds = 0;
};

class PassTimers {
    using Host = std::chrono::steady_clock;

  public:
    enum class Clock {
        gpu,   // OpenGL timer queries, read some frames later when their results are ready
        host,  // wall clock, for software OpenGL whose queries are wrong: measured frames wait for each pass
        none,  // the driver has no timer
    };

    // Needs a current OpenGL context. With the host clock, frames are measured at most once per
    // `host_interval_seconds`. Without `clock`, chooses the clock that is reliable with this driver.
    explicit PassTimers(double host_interval_seconds = 0.2, std::optional<Clock> clock = {});

    // Reports passes to `profiler`, which must outlive this object: when the main thread issued each pass
    // and, if the clock tells, when it was drawn. While the profiler records, all frames are measured; with
    // the host clock, one of `frames_to_compare` frames is not, which shows the cost of measuring.
    void record_into(FrameProfiler* profiler) { profiler_ = profiler; }

    // Measures all drawing until the scope ends as the pass `pass`, which must be a string literal. A pass
    // inside another pass counts as part of the outer pass.
    class [[nodiscard]] Scope {
      public:
        Scope(PassTimers* timers, std::string_view pass);
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
        ~Scope();

      private:
        FrameProfiler::Scope issued_;
        std::string_view pass_;
        PassTimers* timers_ = nullptr;  // null if nothing is measured
        Host::time_point start_;
    };
    Scope measure(std::string_view pass) { return {this, pass}; }

    void end_frame();
    // Returns true if this frame waits for each pass; other work at the same time would disturb the
    // measurement.
    bool measures_by_host() const { return clock_ == Clock::host && host_measures_; }

    Clock clock() const { return clock_; }
    // Returns the passes of the newest measured frame, in drawing order; empty before the first measured
    // frame.
    std::span<const PassTime> newest() const { return newest_; }
    std::span<const PassTime> smooth() const { return smooth_; }
    long frames_known() const { return frames_known_; }

  private:
    struct Query {
        std::string_view pass;
        GlQuery query;
        Host::time_point issued;
    };
    struct Frame {
        std::vector<Query> queries;
        std::size_t used = 0;
        bool pending = false;
        long of_profiler = 0;  // number of this frame in the profiler
    };
    static constexpr std::size_t frames_in_flight = 4;
    static constexpr long frames_to_compare = 16;  // host clock: one frame of 16 is drawn without waiting

    bool starts_pass();  // returns false if this frame or pass is not measured
    bool collect(Frame& frame);
    void tell(const Frame& frame, std::span<const double> seconds);
    bool records() const { return profiler_ && profiler_->recording(); }
    void publish(std::vector<PassTime> times);

    Clock clock_;
    FrameProfiler* profiler_ = nullptr;
    long number_ = 0;  // number of the current frame
    bool in_pass_ = false;

    std::chrono::duration<double> host_interval_;
    Host::time_point measured_by_host_;
    bool host_measures_ = true;  // true if the host clock measures the current frame
    std::array<Frame, frames_in_flight> ring_;
    std::vector<PassTime> by_host_;  // passes of the current frame measured by the host clock
    std::vector<PassTime> newest_, smooth_;
    long frames_known_ = 0;
};

// Measures a pass like PassTimers::measure(); does nothing if `timers` is null.
inline PassTimers::Scope measure(PassTimers* timers, std::string_view pass) {
    return {timers, pass};
}

std::string_view name_of(PassTimers::Clock clock);  // gpu, host or none

double total_milliseconds(std::span<const PassTime> passes);
// Returns the time of a pass; 0 if it is not among `passes`.
double milliseconds_of(std::span<const PassTime> passes, std::string_view pass);

}  // namespace milkomeda
