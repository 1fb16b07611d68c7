// Plots: curves, stacked columns and bars over two axes with round ticks, with labels. A plot is plain data;
// only the user's zoom is remembered.
//
//     const auto place = widgets.canvas("energy", plot_height(plot, width), "");
//     show_plot(plot, place, zoom_);     // the caller keeps zoom_, a PlotZoom
//
// For pictures: plot_picture.hpp.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/base/range.hpp"

namespace milkomeda {

// number of colors for curves; people with any color vision can tell them apart
inline constexpr std::size_t plot_colors = 10;
inline constexpr std::size_t plot_grey = plot_colors;  // gray, for reference curves

struct PlotAxis {
    std::string label = {};           // with the unit: "time, Myr"
    bool logarithmic = false;         // true: values that are not positive are left out
    std::optional<Range> range = {};  // empty: the range of the drawn values
    bool from_zero = false;           // true: a range of drawn values begins at 0
    std::vector<double> ticks = {};   // empty: round numbers
};

// Points in the order of x. The curve has a gap where y is NaN.
struct PlotCurve {
    std::string name;
    std::span<const double> x, y;
    std::size_t color = 0;
    bool dots = false;  // true: a dot on every point
};

// Columns between edges. Each column is a stack of parts; a histogram has one part.
struct PlotColumns {
    struct Part {
        std::string name;
        std::span<const double> heights;
        std::size_t color = 0;
    };
    std::span<const double> edges;  // one more than the number of columns
    std::vector<Part> parts;
};

// A line across the plot, with a label.
struct PlotMarker {
    double at;
    std::string text;
    bool in_sight = false;  // true: the axis is extended to show the marker
};

struct Plot {
    std::string title = {};
    PlotAxis x = {}, y = {};
    std::vector<PlotCurve> curves = {};
    std::vector<PlotColumns> columns = {};
    std::vector<PlotMarker> markers = {};  // at values of x
    std::vector<PlotMarker> levels = {};   // at values of y
};

// The user's zoom. Between the axes, the wheel zooms x (with shift y), dragging moves the view, dragging with
// the right button selects a part, and a double click shows everything.
struct PlotZoom {
    std::optional<Range> x = {}, y = {};
    // first corner of the part that is being selected, screen coordinates
    std::optional<std::array<float, 2>> corner = {};

    bool is_all() const { return !x && !y; }
};

// Returns the curve's value at `x`: linear between two points, NaN in a gap and beyond the ends.
double value_at(const PlotCurve& curve, double x);

// Height of a plot of this width in screen coordinates, in ImGui's current font, with `lines` lines of text
// for the curves. Includes the legend, which takes as many lines as it needs.
float plot_height(const Plot& plot, float width, float lines = 9);

// Draws the plot into ImGui's window at x, y, width, height. This rectangle must be ImGui's last item: it
// receives the mouse. Shows the values at the pointer.
void show_plot(const Plot& plot, const std::array<float, 4>& place, PlotZoom& zoom);

}  // namespace milkomeda
