// A small plot with axes and units.
#pragma once

#include <array>
#include <span>
#include <string>

namespace milkomeda {

struct Plot {
    std::span<const float> values;  // at equal distances, a ring
    std::size_t first = 0;          // the oldest of them
    std::string unit;               // of values: "ms"
    std::string begin, end;         // words below both ends of the axis to the right
};

float plot_height();  // screen coordinates

// Draws it from 0 to a round number into ImGui's window, at x, y, width, height.
void draw_plot(const Plot& plot, const std::array<float, 4>& place);

}  // namespace milkomeda
