// What the window records of its frames while the Timing panel is open, and what that panel shows.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/diagnostics/frame_log.hpp"

namespace milkomeda {

class Timing {
  public:
    // Frames tell it what they do; it records while it is wanted.
    FrameProfiler& timeline() { return profiler_; }
    const FrameLog& log() const { return log_; }

    // Once a frame. What was recorded is forgotten when the panel opens anew.
    void begin_frame(long number, bool wanted);
    bool records() const { return wanted_; }
    void end_frame() { profiler_.end_frame(); }  // early: what comes until the next one is in no frame

    // The display shows a picture every so many seconds.
    double interval_seconds = 1.0 / 60;
    // Nothing changes: the loop is about to rest.
    bool still = false;
    // The columns are of one frame, and its parts stand where they were, with the gaps between them.
    bool at_their_times = false;

    // A frame that a person holds fast to look at, else the newest ones.
    void hold(long number);
    void let_go() { held_.reset(); }
    bool holds() const { return held_.has_value(); }
    // What to look at, and what bounds it.
    FrameColumns shown() const;
    // The frame that is held, else the newest one; null where there is none.
    const LoggedFrame* one_frame() const;

  private:
    FrameProfiler profiler_;
    FrameLog log_;
    std::optional<LoggedFrame> held_;
    bool wanted_ = false;
};

// What --trace tells.
nlohmann::ordered_json to_json(const Timing& timing);

}  // namespace milkomeda
