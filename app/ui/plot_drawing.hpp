// A plot as lines and text of ImGui's, on a panel or on paper.
#pragma once

#include <imgui.h>

#include "app/ui/plot_axis.hpp"

namespace milkomeda {

struct PlotStyle {
    ImU32 ink, faint, text, ground;             // frame, grid, words, and what is behind them
    std::array<ImU32, plot_colors + 1> colors;  // the last one is plot_grey
    float line;                                 // width of curves
};
PlotStyle panel_style();  // as ImGui's colours are
PlotStyle paper_style();

// Where its axes came to lie.
struct PlotFrame {
    PlotScale x, y;
    ImVec2 least, most;  // the corners of what curves have

    bool contains(const ImVec2& place) const {
        return place.x >= least.x && place.x <= most.x && place.y >= least.y && place.y <= most.y;
    }
};

// Text is in the current font. The same without anything drawn says where all would lie.
PlotFrame frame_of(const Plot& plot, const std::array<float, 4>& place, const PlotZoom& zoom);
PlotFrame draw_plot(ImDrawList& list, const Plot& plot, const std::array<float, 4>& place,
                    const PlotStyle& style, const PlotZoom& zoom = {});

}  // namespace milkomeda
