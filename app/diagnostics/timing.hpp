// Records the parts of each frame while the drawer Frame times is open, holds the state of the panel, and exports
// recorded frames.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "app/diagnostics/frame_log.hpp"

namespace milkomeda {

class Timing {
  public:
    // Receives the time spans of each frame. The profiler records spans while the panel is open.
    FrameProfiler& profiler() { return profiler_; }
    const FrameLog& log() const { return log_; }

    // Must be called once per frame. `wanted` is true while the panel is open. When the panel opens, earlier
    // records are dropped.
    void begin_frame(long number, bool wanted);
    bool records() const { return wanted_; }
    // Ends the frame early, so that the time until the next begin_frame() belongs to no frame.
    void end_frame() { profiler_.end_frame(); }

    double interval_seconds = 1.0 / 60;  // time between two refreshes of the display
    // Name of a part of the program that may change the next picture; empty if the picture does not change, so that the
    // main loop waits for input instead of drawing.
    std::string_view changing = "run";
    // true to show one frame with its parts at the times at which they ran, false to show the mean of frames
    bool at_their_times = false;

    // Keeps showing the frame with this number until let_go().
    void hold(long number);
    void let_go() { held_.reset(); }
    bool holds() const { return held_.has_value(); }
    FrameColumns shown() const;  // returns the displayed frame or mean
    // Returns the held frame, or the newest frame if no frame is held; null if no frame is recorded.
    const LoggedFrame* one_frame() const;

  private:
    FrameProfiler profiler_;
    FrameLog log_;
    std::optional<LoggedFrame> held_;
    bool wanted_ = false;
};

// Returns the state that --trace prints.
nlohmann::ordered_json to_json(const Timing& timing);

// Write recorded frames to a new file, which appears when it is complete. Both functions throw std::runtime_error
// with a message of one line if there are no frames or the file cannot be written.
// - The CSV table has a row for each part of each frame: frame,begin_s,frame_ms,lane,part,ms.
// - The Trace Event Format of chrome://tracing and Perfetto has a complete event for each span, a thread for each
//   lane, and a thread for the frames. Times are in microseconds.
void write_timing_csv(const std::filesystem::path& file, const std::deque<LoggedFrame>& frames);
void write_chrome_trace(const std::filesystem::path& file, const std::deque<LoggedFrame>& frames);

}  // namespace milkomeda
