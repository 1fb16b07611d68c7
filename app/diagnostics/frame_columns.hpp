// Divides each lane of a frame (main thread, OpenCL queue, OpenGL queue) into parts that do not overlap.
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
    std::array<std::vector<FramePart>, names<Lane>.size()> lanes;  // parts ordered by their first begin

    std::vector<FramePart>& operator[](Lane lane) { return lanes[static_cast<std::size_t>(lane)]; }
    const std::vector<FramePart>& operator[](Lane lane) const { return lanes[static_cast<std::size_t>(lane)]; }
};

// A time interval in which a lane worked on one part.
struct FramePiece {
    std::string_view name;
    double begin = 0, end = 0;  // seconds since the start of the frame
};

// Returns the pieces of a lane in the order of their begins, without overlaps. Each span begins with an
// additional piece of length 0.
std::vector<FramePiece> pieces_of(const FrameRecord& record, Lane lane);

// Adds up the pieces of each part. Time in several overlapping spans belongs to the span that began last.
FrameColumns columns_of(const FrameRecord& record);

// Returns the mean over the frames; for drawing passes, over the frames in which they were measured.
FrameColumns mean_of(std::span<const FrameColumns* const> frames);

double total_seconds(std::span<const FramePart> parts);
double seconds_of(std::span<const FramePart> parts, std::string_view name);  // 0 if no part has this name

}  // namespace milkomeda
