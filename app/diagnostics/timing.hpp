// Records frames while the Timing panel is open, and holds the state of that panel.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/diagnostics/frame_log.hpp"

namespace milkomeda {

class Timing {
  public:
    // Receives the spans of each frame; records only while the panel is open.
    FrameProfiler& profiler() { return profiler_; }
    const FrameLog& log() const { return log_; }

    // Call once per frame. Earlier records are dropped when the panel opens again.
    void begin_frame(long number, bool wanted);
    bool records() const { return wanted_; }
    // Ends the frame early: time until the next begin_frame() belongs to no frame.
    void end_frame() { profiler_.end_frame(); }

    // seconds between two pictures of the display
    double interval_seconds = 1.0 / 60;
    // Nothing changes, and the main loop is about to wait.
    bool still = false;
    // The panel shows a single frame with its parts at their times, instead of the mean.
    bool at_their_times = false;

    // Shows this frame instead of the newest frames.
    void hold(long number);
    void let_go() { held_.reset(); }
    bool holds() const { return held_.has_value(); }
    // the displayed frame or mean
    FrameColumns shown() const;
    // Returns the held frame, otherwise the newest frame; null without frames.
    const LoggedFrame* one_frame() const;

  private:
    FrameProfiler profiler_;
    FrameLog log_;
    std::optional<LoggedFrame> held_;
    bool wanted_ = false;
};

// State for --trace.
nlohmann::ordered_json to_json(const Timing& timing);

}  // namespace milkomeda
