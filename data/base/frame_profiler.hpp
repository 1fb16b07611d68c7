// Profiler of frames: named time spans in lanes. It costs almost nothing while recording is off.
#pragma once

#include <array>
#include <deque>
#include <string_view>
#include <vector>

#include "data/base/clock.hpp"
#include "data/base/names.hpp"

namespace milkomeda {

// Where a span of work runs: main thread, OpenCL queue, graphics card.
enum class Lane { host, opencl, opengl };
template <>
inline constexpr std::array<std::string_view, 3> names<Lane>{"host", "OpenCL", "OpenGL"};

struct Span {
    std::string_view name;  // must be a string literal, because it outlives every record
    Lane lane = Lane::host;
    double begin = 0, end = 0;  // seconds on the profiler's clock
};

struct FrameRecord {
    long number = 0;
    double begin = 0, end = 0;
    std::vector<Span> spans;  // sorted by their ends; spans may be nested

    double seconds() const { return end - begin; }
};

class FrameProfiler {
  public:
    // Turns recording on or off from the next frame on, so that every record covers a whole frame. Initially
    // off.
    void record(bool on) { wanted_ = on; }
    bool recording() const { return recording_; }

    // begin_frame() must be called once per frame; it ends the previous frame if end_frame() was not called.
    void begin_frame(long number);
    void end_frame();
    long frame() const { return now_in_.number; }  // number of the current frame

    // Measures a span of the main thread's time until it goes out of scope; scopes may be nested.
    class [[nodiscard]] Scope {
      public:
        Scope(FrameProfiler* profiler, std::string_view name)
            : profiler_{profiler && profiler->recording_ ? profiler : nullptr}, name_{name} {
            if (profiler_) begin_ = profiler_->now();
        }
        ~Scope() {
            if (profiler_) profiler_->add({name_, Lane::host, begin_, profiler_->now()}, profiler_->frame());
        }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

      private:
        FrameProfiler* profiler_;  // null: not recording
        std::string_view name_;
        double begin_ = 0;
    };
    Scope measure(std::string_view name) { return {this, name}; }
    // Measures the time that `work` takes and returns its result.
    template <typename Work>
    auto measure(std::string_view name, const Work& work) {
        const Scope timed{this, name};
        return work();
    }

    // Adds a span that was measured elsewhere to the current frame or to one of the last `late_frames`
    // frames: times from the graphics card arrive late.
    void add(const Span& span, long frame);

    // Returns the complete frames that are new since the last call, oldest first. No more spans are added to
    // them.
    std::vector<FrameRecord> take_completed();

    double at(Clock::time_point time) const { return std::chrono::duration<double>(time - start_).count(); }
    double now() const { return at(Clock::now()); }

  private:
    // Frames that wait for late spans: by then the graphics card has delivered its times.
    static constexpr std::size_t late_frames = 6;

    Clock::time_point start_ = Clock::now();
    bool wanted_ = false, recording_ = false;
    FrameRecord now_in_;
    std::deque<FrameRecord> ended_;  // frames that still wait for late spans
};

// Like FrameProfiler::measure(), but does nothing if `profiler` is null.
inline FrameProfiler::Scope measure(FrameProfiler* profiler, std::string_view name) {
    return {profiler, name};
}

}  // namespace milkomeda
