// Measures how long the passes of a frame take to draw, smoothed for people, without waiting for any of them.
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
        gpu,   // OpenGL's timer queries, which are read when they are ready, some frames later
        host,  // software OpenGL, whose queries do not tell the truth: some frames are drawn pass by pass
        none,  // the driver counts no time
    };

    // Needs a current context. By the host's clock a frame is measured no more often than that. Without a
    // clock it is the one that can be trusted here.
    explicit PassTimers(double host_interval_seconds = 0.2, std::optional<Clock> clock = {});

    // Tells this profiler, which outlives this, of passes: when the main thread issued them and, as far as
    // the clock says, when they were drawn. While it records, all frames are measured; by the host's clock
    // one of some is not, to show what that costs.
    void record_into(FrameProfiler* profiler) { profiler_ = profiler; }

    // All that is drawn until the result goes out of scope is that pass, of a name that is a literal. A pass
    // inside another belongs to that one.
    class [[nodiscard]] Scope {
      public:
        Scope(PassTimers* timers, std::string_view pass);
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
        ~Scope();

      private:
        FrameProfiler::Scope issued_;
        std::string_view pass_;
        PassTimers* timers_ = nullptr;  // null: nothing is measured
        Host::time_point start_;
    };
    Scope measure(std::string_view pass) { return {this, pass}; }

    void end_frame();
    // Whether this frame is drawn pass by pass, so that whoever else works disturbs the measurement.
    bool measures_by_host() const { return clock_ == Clock::host && host_measures_; }

    Clock clock() const { return clock_; }
    // The passes of the last frame that is known, in the order of drawing; empty until then.
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
        long of_profiler = 0;  // the frame's number there
    };
    static constexpr std::size_t frames_in_flight = 4;
    static constexpr long frames_to_compare = 16;  // by the host's clock one of so many is drawn in one go

    bool starts_pass();  // false where this frame or this pass is not measured
    bool collect(Frame& frame);
    void tell(const Frame& frame, std::span<const double> seconds);
    bool records() const { return profiler_ && profiler_->recording(); }
    void publish(std::vector<PassTime> times);

    Clock clock_;
    FrameProfiler* profiler_ = nullptr;
    long number_ = 0;  // of this frame
    bool in_pass_ = false;

    std::chrono::duration<double> host_interval_;
    Host::time_point measured_by_host_;
    bool host_measures_ = true;  // this frame
    std::array<Frame, frames_in_flight> ring_;
    std::vector<PassTime> by_host_;  // of this frame so far
    std::vector<PassTime> newest_, smooth_;
    long frames_known_ = 0;
};

// The same where there may be no timers: then nothing is measured.
inline PassTimers::Scope measure(PassTimers* timers, std::string_view pass) {
    return {timers, pass};
}

std::string_view name_of(PassTimers::Clock clock);  // gpu, host, none

double total_milliseconds(std::span<const PassTime> passes);
// The time of one pass; 0 where there is none.
double milliseconds_of(std::span<const PassTime> passes, std::string_view pass);

}  // namespace milkomeda
