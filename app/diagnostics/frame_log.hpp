// The newest frames with their parts, and the slowest frames since the log was cleared.
#pragma once

#include <deque>
#include <optional>

#include "app/diagnostics/frame_columns.hpp"

namespace milkomeda {

struct LoggedFrame {
    FrameRecord record;
    FrameColumns columns;
};

class FrameLog {
  public:
    static constexpr std::size_t most_frames = 600, most_worst = 6;

    void add(FrameRecord record);
    void clear() { *this = {}; }

    const std::deque<LoggedFrame>& frames() const { return frames_; }  // frames with the oldest first
    const std::vector<LoggedFrame>& worst() const { return worst_; }   // frames with the slowest first
    // Returns the frame with this number; null if the frame is not in the log.
    const LoggedFrame* find(long number) const;

    // Returns the mean of the frames in the last `seconds` seconds.
    FrameColumns newest_mean(double seconds) const;

    // Some drivers can measure drawing passes only by waiting for them; then some frames are drawn without
    // waiting. Returns by how many seconds waiting prolongs the drawing (difference of the medians); empty
    // until there are enough frames of both kinds.
    std::optional<double> cost_of_waiting() const;

  private:
    std::deque<LoggedFrame> frames_;
    std::vector<LoggedFrame> worst_;
};

}  // namespace milkomeda
