// Determines which kind of work limits the duration of a frame.
#pragma once

#include <string>

#include "app/diagnostics/frame_columns.hpp"
#include "app/diagnostics/part_table.hpp"

namespace milkomeda {

struct FrameBound {
    PartKind kind = PartKind::display;
    double frame_seconds = 0, interval_seconds = 0;
    std::array<double, names<PartKind>.size()> seconds{};  // time of the main thread by kind of work

    double of(PartKind part) const { return seconds[static_cast<std::size_t>(part)]; }
};

// Returns the kind of work that limits a frame: the display if the frame ends within the interval of the
// display and waits for it, otherwise the work that takes the most time. The time in which a buffer swap
// waits for the GPU counts as drawing.
FrameBound bound_of(const FrameColumns& columns, double interval_seconds);

// Returns text such as "compute bounds the frame: 21.0 of 38.2 ms; draw 9.1, copy 1.2, display 0.4".
std::string words(const FrameBound& bound);

}  // namespace milkomeda
