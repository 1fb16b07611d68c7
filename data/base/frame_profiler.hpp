// Profiler of frames: records named time spans on the main thread, the OpenCL queue and the graphics card. The cost is
// negligible while recording is off.
#pragma once

#include <array>
#include <deque>
#include <string_view>
#include <vector>

#include "data/base/clock.hpp"
#include "data/base/names.hpp"

namespace milkomeda {

// The place where the work of a span runs: the main thread, the OpenCL queue, or the graphics card (OpenGL).
enum class Lane { host, opencl, opengl };
template <>
inline constexpr std::array<std::string_view, 3> names<Lane>{"host", "OpenCL", "OpenGL"};

struct Span {
    std::string_view name;  // must be a string literal, because the record keeps a reference to the text
    Lane lane = Lane::host;
    double begin = 0, end = 0;  // start and end in seconds on the profiler's clock
};

struct FrameRecord {
    long number = 0;
    double begin = 0, end = 0;
    std::vector<Span> spans;  // spans of the frame, sorted by end time; spans may be nested

    double seconds() const { return end - begin; }
};

class FrameProfiler {
  public:
    // Turns recording on or off, beginning with the next frame, so that every record covers a whole frame.
    // Recording is initially off.
    void record(bool on) { wanted_ = on; }
    bool recording() const { return recording_; }

    // begin_frame() must be called once per frame. If end_frame() was not called, begin_frame() ends the previous
    // frame.
    void begin_frame(long number);
    void end_frame();
    long frame() const { return now_in_.number; }  // number of the current frame

    // Records the lifetime of the scope as a span of the main thread; scopes may be nested.
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
        FrameProfiler* profiler_;  // null if the profiler is not recording
        std::string_view name_;
        double begin_ = 0;
    };
    Scope measure(std::string_view name) { return {this, name}; }
    // Records the duration of `work` and returns the result of `work`.
    template <typename Work>
    auto measure(std::string_view name, const Work& work) {
        const Scope timed{this, name};
        return work();
    }

    // Adds a span measured elsewhere to the current frame or to one of the last `late_frames` frames. Spans
    // of the graphics card are known only a few frames later.
    void add(const Span& span, long frame);

    // Returns the frames completed since the last call, oldest first. Returned frames get no more spans.
    std::vector<FrameRecord> take_completed();

    double at(Clock::time_point time) const { return std::chrono::duration<double>(time - start_).count(); }
    double now() const { return at(Clock::now()); }

  private:
    // Number of ended frames that can still receive spans, because spans of the graphics card arrive a few frames late.
    static constexpr std::size_t late_frames = 6;

    Clock::time_point start_ = Clock::now();
    bool wanted_ = false, recording_ = false;
    FrameRecord now_in_;
    std::deque<FrameRecord> ended_;  // ended frames that can still receive spans
};

// Calls FrameProfiler::measure(); does nothing if `profiler` is null.
inline FrameProfiler::Scope measure(FrameProfiler* profiler, std::string_view name) { return {profiler, name}; }

}  // namespace milkomeda
