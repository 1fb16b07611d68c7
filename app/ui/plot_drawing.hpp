// Draws a plot as ImGui's lines and text, in the colors of panels or of paper.
#pragma once

#include <imgui.h>

#include "app/ui/plot_axis.hpp"

namespace milkomeda {

struct PlotStyle {
    ImU32 ink, faint, text, ground;             // frame, grid, labels, and background
    std::array<ImU32, plot_colors + 1> colors;  // the last color is plot_grey's
    float line;                                 // width of curves
};
PlotStyle panel_style();  // in the colors of ImGui's style
PlotStyle paper_style();

// Position of the axes after the layout.
struct PlotFrame {
    PlotScale x, y;
    ImVec2 least, most;  // corners of the area for curves

    bool contains(const ImVec2& place) const {
        return place.x >= least.x && place.x <= most.x && place.y >= least.y && place.y <= most.y;
    }
};

// draw_plot() draws with text in the current font. frame_of() returns the layout without drawing.
PlotFrame frame_of(const Plot& plot, const std::array<float, 4>& place, const PlotZoom& zoom);
PlotFrame draw_plot(ImDrawList& list, const Plot& plot, const std::array<float, 4>& place,
                    const PlotStyle& style, const PlotZoom& zoom = {});

}  // namespace milkomeda
