#include "app/diagnostics/frame_log.hpp"

#include <algorithm>

#include "app/diagnostics/part_table.hpp"

namespace milkomeda {
namespace {

// Returns the main thread's time for drawing, including the buffer swap, which waits for the queued passes.
double drawing_seconds(const FrameColumns& columns) {
    double seconds = seconds_of(columns[Lane::host], "swap") + seconds_of(columns[Lane::host], "panels");
    for (const FramePart& part : columns[Lane::host])
        if (row_of_part(part.name).kind == PartKind::draw) seconds += part.seconds;
    return seconds;
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

}  // namespace

void FrameLog::add(FrameRecord record) {
    LoggedFrame frame{std::move(record), {}};
    frame.columns = columns_of(frame.record);
    const auto slower = [](const LoggedFrame& a, const LoggedFrame& b) {
        return a.columns.seconds > b.columns.seconds;
    };
    if (worst_.size() < most_worst || slower(frame, worst_.back())) {
        worst_.insert(std::ranges::upper_bound(worst_, frame, slower), frame);
        if (worst_.size() > most_worst) worst_.pop_back();
    }
    frames_.push_back(std::move(frame));
    if (frames_.size() > most_frames) frames_.pop_front();
}

const LoggedFrame* FrameLog::find(long number) const {
    const auto number_of = [](const LoggedFrame& frame) { return frame.columns.number; };
    if (const auto found = std::ranges::find(frames_, number, number_of); found != frames_.end()) return &*found;
    const auto found = std::ranges::find(worst_, number, number_of);
    return found == worst_.end() ? nullptr : &*found;
}

FrameColumns FrameLog::newest_mean(double seconds) const {
    std::vector<const FrameColumns*> newest;
    for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
        if (frame->record.end < frames_.back().record.end - seconds) break;
        newest.insert(newest.begin(), &frame->columns);
    }
    return mean_of(newest);
}

std::optional<double> FrameLog::cost_of_waiting() const {
    constexpr std::size_t least = 5;  // fewest frames of each kind for a meaningful median
    std::vector<double> waited, drawn_at_once;
    for (const LoggedFrame& frame : frames_)
        (frame.columns[Lane::opengl].empty() ? drawn_at_once : waited).push_back(drawing_seconds(frame.columns));
    if (waited.size() < least || drawn_at_once.size() < least) return std::nullopt;
    return median(std::move(waited)) - median(std::move(drawn_at_once));
}

}  // namespace milkomeda
