// The newest frames with their columns, and the slowest of all since the log began.
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

    const std::deque<LoggedFrame>& frames() const { return frames_; }  // the newest last
    const std::vector<LoggedFrame>& worst() const { return worst_; }   // the slowest first
    const LoggedFrame* find(long number) const;                        // null: neither

    FrameColumns newest_mean(double seconds) const;  // of the frames of the last so many

    // Where passes are waited for to be timed, some frames are drawn without: how much longer the others took
    // to be drawn, as the difference of the medians. Empty until there are some of both.
    std::optional<double> cost_of_waiting() const;

  private:
    std::deque<LoggedFrame> frames_;
    std::vector<LoggedFrame> worst_;
};

}  // namespace milkomeda
