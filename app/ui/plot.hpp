// Plots: curves, stacked columns and bars over two axes with round ticks, with words at places. Plain values
// in, nothing is remembered but what a person zooms to.
//
//     const auto place = widgets.canvas("energy", plot_height(plot, width), "");
//     show_plot(plot, place, zoom_);     // zoom_ is a PlotZoom, kept by who shows the plot
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

inline constexpr std::size_t plot_colors = 10;  // of curves: people with any colour vision tell them apart
inline constexpr std::size_t plot_grey = plot_colors;  // what the others are held against

struct PlotAxis {
    std::string label = {};           // with its unit: "time, Myr"
    bool logarithmic = false;         // then what is not positive is left out
    std::optional<Range> range = {};  // empty: as far as what is drawn
    bool from_zero = false;           // such a range begins at 0
    std::vector<double> ticks = {};   // empty: round numbers
};

// Points in the order of x. Where y is no number the curve has a gap.
struct PlotCurve {
    std::string name;
    std::span<const double> x, y;
    std::size_t color = 0;
    bool dots = false;  // on every point
};

// Columns between edges, one part on the other: a histogram has one part.
struct PlotColumns {
    struct Part {
        std::string name;
        std::span<const double> heights;
        std::size_t color = 0;
    };
    std::span<const double> edges;  // one more than there are columns
    std::vector<Part> parts;
};

// A line across the plot, with words.
struct PlotMarker {
    double at;
    std::string text;
    bool in_sight = false;  // the axis goes as far as that
};

struct Plot {
    std::string title = {};
    PlotAxis x = {}, y = {};
    std::vector<PlotCurve> curves = {};
    std::vector<PlotColumns> columns = {};
    std::vector<PlotMarker> markers = {};  // at an x
    std::vector<PlotMarker> levels = {};   // at a y
};

// What a person zooms to: between the axes the wheel goes along x (with shift along y), dragging moves,
// dragging with the right button chooses a part, a double click shows all again.
struct PlotZoom {
    std::optional<Range> x = {}, y = {};
    std::optional<std::array<float, 2>> corner = {};  // of the part that is being chosen, screen coordinates

    bool is_all() const { return !x && !y; }
};

// What a curve shows there: between two points on the line that joins them; NaN in a gap and beyond the ends.
double value_at(const PlotCurve& curve, double x);

// In ImGui's current font: screen coordinates. Wide enough for the legend, which takes as many lines as it
// needs.
float plot_height(const Plot& plot, float width, float lines = 9);

// Draws it into ImGui's window at x, y, width, height, which is the item made last: it takes the mouse, and
// shows what is at the pointer.
void show_plot(const Plot& plot, const std::array<float, 4>& place, PlotZoom& zoom);

}  // namespace milkomeda
