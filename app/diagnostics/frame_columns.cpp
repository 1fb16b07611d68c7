#include "app/diagnostics/frame_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace milkomeda {
namespace {

void add(std::vector<FramePart>& parts, std::string_view name, double seconds) {
    const auto known = std::ranges::find(parts, name, &FramePart::name);
    if (known != parts.end())
        known->seconds += seconds;
    else
        parts.push_back({name, seconds});
}

}  // namespace

std::vector<FrameInterval> intervals_of(const FrameRecord& record, Lane lane) {
    std::vector<Span> spans;
    std::ranges::copy_if(record.spans, std::back_inserter(spans), [&](const Span& span) { return span.lane == lane; });
    std::ranges::sort(spans, [](const Span& a, const Span& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;  // sorts outer spans before inner spans
    });
    std::vector<FrameInterval> intervals;
    std::vector<const Span*> open;  // spans that contain the time `now`; the last span owns this time
    double now = 0;
    const auto advance_to = [&](double until) {
        while (!open.empty() && now < until) {
            const Span& owner = *open.back();
            const double end = std::min(owner.end, until);
            if (end > now) {
                intervals.push_back({owner.name, now - record.begin, end - record.begin});
                now = end;
            }
            if (owner.end <= now) open.pop_back();
        }
        now = until;
    };
    for (const Span& span : spans) {
        advance_to(span.begin);
        intervals.push_back({span.name, span.begin - record.begin, span.begin - record.begin});
        open.push_back(&span);
    }
    advance_to(std::numeric_limits<double>::max());
    return intervals;
}

FrameColumns columns_of(const FrameRecord& record) {
    FrameColumns columns{.number = record.number, .seconds = record.seconds(), .lanes = {}};
    for (std::size_t lane = 0; lane < columns.lanes.size(); ++lane)
        for (const FrameInterval& interval : intervals_of(record, static_cast<Lane>(lane)))
            add(columns.lanes[lane], interval.name, interval.end - interval.begin);
    return columns;
}

FrameColumns mean_of(std::span<const FrameColumns* const> frames) {
    FrameColumns mean;
    if (frames.empty()) return mean;
    mean.number = frames.back()->number;
    for (const FrameColumns* frame : frames) mean.seconds += frame->seconds / static_cast<double>(frames.size());
    for (std::size_t lane = 0; lane < mean.lanes.size(); ++lane) {
        const auto is_measured = [&](const FrameColumns* frame) {
            return static_cast<Lane>(lane) != Lane::opengl || !frame->lanes[lane].empty();
        };
        const auto measured = std::ranges::count_if(frames, is_measured);
        for (const FrameColumns* frame : frames)
            for (const FramePart& part : frame->lanes[lane])
                add(mean.lanes[lane], part.name, part.seconds / static_cast<double>(measured));
    }
    return mean;
}

double total_seconds(std::span<const FramePart> parts) {
    double total = 0;
    for (const FramePart& part : parts) total += part.seconds;
    return total;
}

double seconds_of(std::span<const FramePart> parts, std::string_view name) {
    const auto found = std::ranges::find(parts, name, &FramePart::name);
    return found == parts.end() ? 0 : found->seconds;
}

FrameBound bound_of(const FrameColumns& columns, double interval_seconds) {
    FrameBound bound{.frame_seconds = columns.seconds};
    const auto part = [&](PartKind kind) -> double& { return bound.seconds[static_cast<std::size_t>(kind)]; };
    for (const FramePart& host : columns[Lane::host]) part(row_of_part(host.name).kind) += host.seconds;

    const double issuing = part(PartKind::draw) + seconds_of(columns[Lane::host], "panels");
    const double gpu_wait =
        std::clamp(total_seconds(columns[Lane::opengl]) - issuing, 0.0, seconds_of(columns[Lane::host], "swap"));
    part(PartKind::draw) += gpu_wait;
    part(PartKind::display) -= gpu_wait;

    // In units of the display interval: the longest frame that still counts as in time for the refresh, and the
    // shortest wait for the display that makes the display the limit.
    constexpr double longest_frame = 1.05, shortest_wait = 0.05;
    bound.kind = static_cast<PartKind>(std::ranges::max_element(bound.seconds) - bound.seconds.begin());
    if (columns.seconds <= longest_frame * interval_seconds &&
        part(PartKind::display) > shortest_wait * interval_seconds)
        bound.kind = PartKind::display;
    return bound;
}

std::string words(const FrameBound& bound) {
    if (!(bound.frame_seconds > 0)) return "no frames are recorded yet";
    std::string line = fmt::format("{} limits the frame rate: {:.1f} of {:.1f} ms", name_of(bound.kind),
                                   1e3 * bound.of(bound.kind), 1e3 * bound.frame_seconds);
    const char* separator = ";";
    for (std::size_t k = 0; k < bound.seconds.size(); ++k) {
        if (static_cast<PartKind>(k) == bound.kind) continue;
        line += fmt::format("{} {} {:.1f}", std::exchange(separator, ","), names<PartKind>[k], 1e3 * bound.seconds[k]);
    }
    return line;
}

}  // namespace milkomeda
