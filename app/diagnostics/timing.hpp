// Records the parts of each frame while the Timing panel is open, and holds the state of that panel.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/diagnostics/frame_log.hpp"

namespace milkomeda {

class Timing {
  public:
    // Receives the time spans of each frame, and records them while the panel is open.
    FrameProfiler& profiler() { return profiler_; }
    const FrameLog& log() const { return log_; }

    // Must be called once a frame. When the panel opens, earlier records are dropped.
    void begin_frame(long number, bool wanted);
    bool records() const { return wanted_; }
    // Ends the frame early, so that time until the next begin_frame() belongs to no frame.
    void end_frame() { profiler_.end_frame(); }

    // interval of the display: seconds between two refreshes
    double interval_seconds = 1.0 / 60;
    // true if the picture does not change and the main loop is about to wait
    bool still = false;
    // true: shows one frame with its parts at their times; false: shows the mean of frames
    bool at_their_times = false;

    // Shows the frame with this number instead of the newest frames.
    void hold(long number);
    void let_go() { held_.reset(); }
    bool holds() const { return held_.has_value(); }
    // Returns the displayed frame or mean.
    FrameColumns shown() const;
    // Returns the held frame, or else the newest frame; null if no frame is recorded.
    const LoggedFrame* one_frame() const;

  private:
    FrameProfiler profiler_;
    FrameLog log_;
    std::optional<LoggedFrame> held_;
    bool wanted_ = false;
};

// Returns the state that --trace prints.
nlohmann::ordered_json to_json(const Timing& timing);

}  // namespace milkomeda
