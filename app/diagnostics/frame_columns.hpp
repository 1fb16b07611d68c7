// Divides the time of a frame into parts that do not overlap, and determines which kind of work limits the frame. Each
// part belongs to one lane: the main thread, the OpenCL queue or the OpenGL queue.
#pragma once

#include <span>
#include <string>

#include "app/diagnostics/part_table.hpp"
#include "data/base/frame_profiler.hpp"

namespace milkomeda {

struct FramePart {
    std::string_view name;
    double seconds = 0;
};

// The parts of one frame, or the mean parts of several frames.
struct FrameColumns {
    long number = 0;  // number of the frame, or of the newest frame
    double seconds = 0;
    // parts of each lane (main thread, OpenCL queue, OpenGL queue), in order of their start
    std::array<std::vector<FramePart>, names<Lane>.size()> lanes;

    std::vector<FramePart>& operator[](Lane lane) { return lanes[static_cast<std::size_t>(lane)]; }
    const std::vector<FramePart>& operator[](Lane lane) const { return lanes[static_cast<std::size_t>(lane)]; }
};

// A time interval in which a lane worked on one part. Times are in seconds since the start of the frame.
struct FrameInterval {
    std::string_view name;
    double begin = 0, end = 0;
};

// Returns the intervals of a lane in order of time, without overlaps. An additional interval of length 0 marks the
// start of each span, so that even a span covered by inner spans is listed.
std::vector<FrameInterval> intervals_of(const FrameRecord& record, Lane lane);

// Returns the total time of each part. Time in several overlapping spans belongs to the span that began last.
FrameColumns columns_of(const FrameRecord& record);

// Returns the mean over the frames; for drawing passes, the mean over the frames in which passes were measured.
FrameColumns mean_of(std::span<const FrameColumns* const> frames);

double total_seconds(std::span<const FramePart> parts);
double seconds_of(std::span<const FramePart> parts, std::string_view name);  // 0 if no part has this name

// The kind of work that limits the duration of a frame.
struct FrameBound {
    PartKind kind = PartKind::display;
    double frame_seconds = 0;
    std::array<double, names<PartKind>.size()> seconds{};  // time of the main thread by kind of work

    double of(PartKind part) const { return seconds[static_cast<std::size_t>(part)]; }
};

// Returns the kind of work that limits a frame. The display limits a frame that ends within the interval between two
// refreshes of the display and waits for the refresh. In all other frames, the work that takes the most time is the
// limit. The time that a buffer swap spends waiting for the GPU counts as drawing.
FrameBound bound_of(const FrameColumns& columns, double interval_seconds);

// Returns text such as "compute limits the frame rate: 21.0 of 38.2 ms; draw 9.1, copy 1.2, display 0.4".
std::string words(const FrameBound& bound);

}  // namespace milkomeda
