// Divides the lanes of a frame into parts that do not overlap.
#pragma once

#include <deque>
#include <optional>
#include <span>

#include "data/base/frame_profiler.hpp"

namespace milkomeda {

struct FramePart {
    std::string_view name;
    double seconds = 0;
};

struct FrameColumns {
    long number = 0;
    double seconds = 0;
    std::array<std::vector<FramePart>, names<Lane>.size()> lanes;  // parts in the order of their first begin

    std::vector<FramePart>& operator[](Lane lane) { return lanes[static_cast<std::size_t>(lane)]; }
    const std::vector<FramePart>& operator[](Lane lane) const {
        return lanes[static_cast<std::size_t>(lane)];
    }
};

// A time interval in which a lane did one part.
struct FramePiece {
    std::string_view name;
    double begin = 0, end = 0;  // seconds since the begin of the frame
};

// Returns non-overlapping pieces in the order of their begins. A piece is empty if another part begins at its
// begin.
std::vector<FramePiece> pieces_of(const FrameRecord& record, Lane lane);

// Adds up the pieces of each part. Where spans overlap or contain each other, the span that began last gets
// the time.
FrameColumns columns_of(const FrameRecord& record);

// Mean over the frames; drawing passes are averaged over the frames in which they were measured.
FrameColumns mean_of(std::span<const FrameColumns* const> frames);

double total_seconds(std::span<const FramePart> parts);
double seconds_of(std::span<const FramePart> parts, std::string_view name);  // 0 without such a part

}  // namespace milkomeda
