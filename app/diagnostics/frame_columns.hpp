// A frame as columns: what each lane did in it, part by part, no moment twice.
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
    std::array<std::vector<FramePart>, names<Lane>.size()> lanes;  // parts in the order of their beginnings

    std::vector<FramePart>& operator[](Lane lane) { return lanes[static_cast<std::size_t>(lane)]; }
    const std::vector<FramePart>& operator[](Lane lane) const {
        return lanes[static_cast<std::size_t>(lane)];
    }
};

// A stretch of a lane in which it did one thing.
struct FramePiece {
    std::string_view name;
    double begin = 0, end = 0;  // seconds since the frame began
};

// In the order of their beginnings, no moment twice; some of no length, where another part begins at once.
std::vector<FramePiece> pieces_of(const FrameRecord& record, Lane lane);

// Where spans lie inside each other, or overlap, the time is that of the one that began last.
FrameColumns columns_of(const FrameRecord& record);

// Passes over the frames in which they were measured, all else over all.
FrameColumns mean_of(std::span<const FrameColumns* const> frames);

double total_seconds(std::span<const FramePart> parts);
double seconds_of(std::span<const FramePart> parts, std::string_view name);  // 0 without such a part

}  // namespace milkomeda
