#include "app/diagnostics/frame_columns.hpp"

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

std::vector<FramePart> parts_of(const std::vector<FramePiece>& pieces) {
    std::vector<FramePart> parts;
    for (const FramePiece& piece : pieces) add(parts, piece.name, piece.end - piece.begin);
    return parts;
}

}  // namespace

std::vector<FramePiece> pieces_of(const FrameRecord& record, Lane lane) {
    std::vector<Span> spans;
    std::ranges::copy_if(record.spans, std::back_inserter(spans), [&](const Span& span) { return span.lane == lane; });
    std::ranges::sort(spans, [](const Span& a, const Span& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;  // outer spans come before inner spans
    });
    std::vector<FramePiece> pieces;
    std::vector<const Span*> open;  // spans that contain the present time; the last of them owns the time
    double now = 0;
    const auto go_on_until = [&](double until) {
        while (!open.empty() && now < until) {
            const Span& owner = *open.back();
            const double end = std::min(owner.end, until);
            if (end > now) {
                pieces.push_back({owner.name, now - record.begin, end - record.begin});
                now = end;
            }
            if (owner.end <= now) open.pop_back();
        }
        now = until;
    };
    for (const Span& span : spans) {
        go_on_until(span.begin);
        pieces.push_back({span.name, span.begin - record.begin, span.begin - record.begin});
        open.push_back(&span);
    }
    go_on_until(std::numeric_limits<double>::max());
    return pieces;
}

FrameColumns columns_of(const FrameRecord& record) {
    FrameColumns columns{.number = record.number, .seconds = record.seconds(), .lanes = {}};
    for (std::size_t lane = 0; lane < columns.lanes.size(); ++lane)
        columns.lanes[lane] = parts_of(pieces_of(record, static_cast<Lane>(lane)));
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

}  // namespace milkomeda
