// What a frame is as long as it is for.
#pragma once

#include <string>

#include "app/diagnostics/frame_columns.hpp"
#include "app/diagnostics/part_table.hpp"

namespace milkomeda {

struct FrameBound {
    PartKind kind = PartKind::display;
    double frame_seconds = 0, interval_seconds = 0;
    std::array<double, names<PartKind>.size()> seconds{};  // of the main thread's time

    double of(PartKind part) const { return seconds[static_cast<std::size_t>(part)]; }
};

// A frame that ends within the display's interval, and waits for that, is bound by the display; another one
// by what takes most of it. What the main thread waits for in a swap while the card is still drawing counts
// as drawing.
FrameBound bound_of(const FrameColumns& columns, double interval_seconds);

// "compute bounds the frame: 21.0 of 38.2 ms; draw 9.1, copy 1.2, interface 3.0, display 0.4"
std::string words(const FrameBound& bound);

}  // namespace milkomeda
