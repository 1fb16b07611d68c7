// Log of the newest frames with their parts, and of the slowest frames since the log was cleared.
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

    // newest frames in order of time, oldest frame first
    const std::deque<LoggedFrame>& frames() const { return frames_; }
    // slowest frames since the log was cleared, slowest frame first
    const std::vector<LoggedFrame>& worst() const { return worst_; }
    // Returns the frame with this number; null if the frame is not in the log.
    const LoggedFrame* find(long number) const;

    // Returns the mean of the frames in the last `seconds` seconds.
    FrameColumns newest_mean(double seconds) const;

    // With some drivers, drawing passes can only be measured if the main thread waits for each pass. Some frames
    // are then drawn without waiting. Returns the seconds by which waiting prolongs the drawing of a frame
    // (difference of the medians). Empty until there are enough frames with and without waiting.
    std::optional<double> cost_of_waiting() const;

  private:
    std::deque<LoggedFrame> frames_;
    std::vector<LoggedFrame> worst_;
};

}  // namespace milkomeda
