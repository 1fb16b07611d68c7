#include "data/base/frame_profiler.hpp"

#include <iterator>
#include <utility>

namespace milkomeda {

void FrameProfiler::begin_frame(long number) {
    end_frame();
    recording_ = wanted_;
    now_in_ = {.number = number, .begin = now(), .end = 0, .spans = {}};
}

void FrameProfiler::end_frame() {
    if (!std::exchange(recording_, false)) return;
    now_in_.end = now();
    ended_.push_back(std::move(now_in_));
}

// Adds a span to the record of frame `frame`. Drops the span if the frame was not recorded or if
// take_completed() has already returned it.
void FrameProfiler::add(const Span& span, long frame) {
    if (recording_ && frame == now_in_.number) return now_in_.spans.push_back(span);
    for (FrameRecord& record : ended_)
        if (record.number == frame) return record.spans.push_back(span);
}

std::vector<FrameRecord> FrameProfiler::take_completed() {
    if (ended_.size() <= late_frames) return {};
    const auto last = ended_.end() - static_cast<std::ptrdiff_t>(late_frames);
    std::vector<FrameRecord> completed{std::make_move_iterator(ended_.begin()), std::make_move_iterator(last)};
    ended_.erase(ended_.begin(), last);
    return completed;
}

}  // namespace milkomeda
