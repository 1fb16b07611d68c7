// Measures the duration of each rendering pass of a frame, smoothed for display. With the GPU clock the
// measurement does not wait for the GPU.
#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/base/frame_profiler.hpp"
#include "data/base/names.hpp"
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
        gpu,  // OpenGL timer queries, whose results are read a few frames later
        // the CPU's clock, for software OpenGL with unreliable queries; measured frames wait for the end of each pass
        host,
        none,  // no measurement, because the driver has no timer
    };

    // Needs a current OpenGL context. With the host clock, at most one frame per `host_interval_seconds` is
    // measured. If `clock` is empty, the constructor chooses the clock that is reliable with this driver.
    explicit PassTimers(double host_interval_seconds = 0.2, std::optional<Clock> clock = {});

    // Reports each pass to `profiler`, which must outlive this object: the time at which the main thread issued the
    // pass and, if the clock measures the pass, the time at which the pass was drawn. While the profiler records, all
    // frames are measured. With the host clock, one of `frames_to_compare` frames is not measured; its frame time shows
    // how much measuring slows the other frames.
    void record_into(FrameProfiler* profiler) { profiler_ = profiler; }

    // Measures all drawing during the lifetime of the scope as the pass `pass`, which must be a string
    // literal. A pass inside another pass counts as part of the outer pass.
    class [[nodiscard]] Scope {
      public:
        Scope(PassTimers* timers, std::string_view pass);
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
        ~Scope();

      private:
        FrameProfiler::Scope issued_;
        std::string_view pass_;
        PassTimers* timers_ = nullptr;  // null if this scope measures nothing
        Host::time_point start_;
    };
    Scope measure(std::string_view pass) { return {this, pass}; }

    void end_frame();
    // Returns true if this frame waits for the end of each pass. Other work of the CPU would then disturb the
    // measurement.
    bool measures_by_host() const { return clock_ == Clock::host && host_measures_; }

    Clock clock() const { return clock_; }
    // Returns the passes of the last measured frame in drawing order; empty before the first measured frame.
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
        long profiler_frame = 0;  // the profiler's number for this frame
    };
    static constexpr std::size_t frames_in_flight = 4;
    static constexpr long frames_to_compare = 16;  // host clock: one of 16 frames is drawn without measuring

    bool starts_pass();  // returns false if the current frame or pass is not measured
    bool collect(Frame& frame);
    void report(const Frame& frame, std::span<const double> seconds);
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
    std::vector<PassTime> by_host_;  // passes of the current frame that the host clock has measured
    std::vector<PassTime> newest_, smooth_;
    long frames_known_ = 0;
};

// Measures a pass like PassTimers::measure(); does nothing if `timers` is null.
inline PassTimers::Scope measure(PassTimers* timers, std::string_view pass) { return {timers, pass}; }

template <>
inline constexpr std::array<std::string_view, 3> names<PassTimers::Clock>{"gpu", "host", "none"};

double total_milliseconds(std::span<const PassTime> passes);
// Returns the time of the pass `pass` in milliseconds, or 0 if `passes` does not contain the pass.
double milliseconds_of(std::span<const PassTime> passes, std::string_view pass);

}  // namespace milkomeda
