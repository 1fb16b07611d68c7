// Where the time of a frame goes: named spans in lanes, kept while somebody wants to know and nearly free
// otherwise.
#pragma once

#include <array>
#include <deque>
#include <string_view>
#include <vector>

#include "data/base/clock.hpp"
#include "data/base/names.hpp"

namespace milkomeda {

// Who works: the main thread, the device's queue, the graphics card.
enum class Lane { host, opencl, opengl };
template <>
inline constexpr std::array<std::string_view, 3> names<Lane>{"host", "OpenCL", "OpenGL"};

struct Span {
    std::string_view name;  // a literal: it outlives every record
    Lane lane = Lane::host;
    double begin = 0, end = 0;  // seconds by the profiler's clock
};

struct FrameRecord {
    long number = 0;
    double begin = 0, end = 0;
    std::vector<Span> spans;  // in the order of their ends; they may lie inside each other

    double seconds() const { return end - begin; }
};

class FrameProfiler {
  public:
    // Off at first. It holds from the next frame on, so that every record is of a whole frame.
    void record(bool on) { wanted_ = on; }
    bool recording() const { return recording_; }

    // Once a frame; ends the one before it, if end_frame() has not.
    void begin_frame(long number);
    void end_frame();
    long frame() const { return now_in_.number; }  // the one under way

    // A part of the main thread's time, until the result goes out of scope; parts lie inside each other.
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
        FrameProfiler* profiler_;  // null: nothing is recorded
        std::string_view name_;
        double begin_ = 0;
    };
    Scope measure(std::string_view name) { return {this, name}; }
    // The same for what this work does.
    template <typename Work>
    auto measure(std::string_view name, const Work& work) {
        const Scope timed{this, name};
        return work();
    }

    // A span that was measured otherwise, of this frame or of one of the last: cards tell late.
    void add(const Span& span, long frame);

    // Whole frames to which nothing will be added any more, since the last call, the oldest first.
    std::vector<FrameRecord> take_completed();

    double at(Clock::time_point time) const { return std::chrono::duration<double>(time - start_).count(); }
    double now() const { return at(Clock::now()); }

  private:
    static constexpr std::size_t late_frames = 6;  // after which a card has told, or never will

    Clock::time_point start_ = Clock::now();
    bool wanted_ = false, recording_ = false;
    FrameRecord now_in_;
    std::deque<FrameRecord> ended_;  // to which late spans still come
};

// The same where there may be no profiler: then nothing is recorded.
inline FrameProfiler::Scope measure(FrameProfiler* profiler, std::string_view name) {
    return {profiler, name};
}

}  // namespace milkomeda
