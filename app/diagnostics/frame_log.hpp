// The newest frames with their parts, and the slowest frames since the log began.
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

    const std::deque<LoggedFrame>& frames() const { return frames_; }  // oldest first
    const std::vector<LoggedFrame>& worst() const { return worst_; }   // slowest first
    // Returns the frame with this number, or null if the log does not hold it.
    const LoggedFrame* find(long number) const;

    // Returns the mean over the frames of the last `seconds` seconds.
    FrameColumns newest_mean(double seconds) const;

    // On drivers where passes are measured by waiting, some frames are drawn without waiting. Returns how
    // much longer drawing takes with waiting, as a difference of medians in seconds; empty until there are
    // enough frames of both kinds.
    std::optional<double> cost_of_waiting() const;

  private:
    std::deque<LoggedFrame> frames_;
    std::vector<LoggedFrame> worst_;
};

}  // namespace milkomeda
