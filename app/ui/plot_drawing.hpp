// Draws plots with ImGui's lines and text: in the colors of the panels, or into pictures for white paper.
#pragma once

#include <imgui.h>

#include "app/ui/plot_axis.hpp"
#include "render/gl/image.hpp"

namespace milkomeda {

struct PlotStyle {
    ImU32 ink, faint, text, ground;             // colors of frame, grid, labels and background
    std::array<ImU32, plot_colors + 1> colors;  // colors of curves; the last is gray for reference curves
    float line;                                 // line width of curves in pixels

    // Returns the color of a curve: for pale curves, a mixture with the color of the background.
    ImU32 color_of(const PlotCurve& curve) const;
};
PlotStyle panel_style();  // colors of the ImGui style in use

// The layout of a plot: its axes and the area between the axes.
struct PlotFrame {
    PlotScale x, y;
    ImVec2 least, most;  // corners of the area between the axes

    bool contains(const ImVec2& place) const {
        return place.x >= least.x && place.x <= most.x && place.y >= least.y && place.y <= most.y;
    }
};

// draw_plot() draws a plot with the current font into the rectangle `place` (x, y, width, height). frame_of() only
// computes the layout.
PlotFrame frame_of(const Plot& plot, const std::array<float, 4>& place, const PlotZoom& zoom);
PlotFrame draw_plot(ImDrawList& list, const Plot& plot, const std::array<float, 4>& place, const PlotStyle& style,
                    const PlotZoom& zoom = {});

// Returns a picture of the plots in a column, in dark colors on white. Needs a current OpenGL context. Afterwards the
// framebuffer of the window is bound, and the former ImGui context is current.
Image picture_of(std::span<const Plot> plots, std::span<const PlotZoom> zooms = {});

}  // namespace milkomeda
