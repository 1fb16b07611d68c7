// Plots with curves, points, stacked columns and bars, labels, and ticks at round numbers. A Plot contains only data;
// the caller stores the user's zoom separately, in a PlotZoom:
//
//   const auto place = widgets.canvas("energy", plot_height(plot, width), "");
//   show_plot(plot, place, zoom_);
//
// picture_of() in plot_drawing.hpp draws plots into pictures.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/base/range.hpp"

namespace milkomeda {

// number of curve colors, which people with any color vision can distinguish
inline constexpr std::size_t plot_colors = 10;
inline constexpr std::size_t plot_grey = plot_colors;  // index of gray, the color of reference curves

struct PlotAxis {
    std::string label = {};           // label with the unit, such as "time, Myr"
    bool logarithmic = false;         // true: values that are not positive are not drawn
    std::optional<Range> range = {};  // range of the axis; empty: the range is fitted to the drawn values
    bool from_zero = false;           // true: the automatic range begins at 0
    std::vector<double> ticks = {};   // values of the ticks; empty: round numbers
};

// A curve through points sorted by x, with a gap where y is NaN.
struct PlotCurve {
    std::string name;
    std::span<const double> x, y;
    std::size_t color = 0;
    bool dots = false;  // true: draws a dot at every point
    // true: a curve of another run, which is drawn in a paler color below all other curves and has no entry of its own
    // in the legend
    bool pale = false;
};

// Columns between neighboring edges. Each column is a stack of `parts`; a histogram has one part per column.
struct PlotColumns {
    struct Part {
        std::string name;
        std::span<const double> heights;
        std::size_t color = 0;
    };
    std::span<const double> edges;  // edges of the columns, one more than there are columns
    std::vector<Part> parts;
};

// Points in any order. Points without a finite place on the axes are not drawn.
struct PlotPoints {
    std::string name;
    std::span<const double> x, y;
    std::size_t color = 0;
    // true: large disks with a rim above the curves, whose values appear at the pointer; false: small squares below the
    // curves
    bool large = false;
};

// Equal cells over a rectangle of the plot, whose opacity shows a number.
struct PlotCells {
    Range x, y;
    std::size_t columns = 1;
    std::span<const double> values;  // columns vary fastest; the opacity is the root of the share of the largest value
    std::size_t color = 0;
};

// A line across the plot with a label.
struct PlotMarker {
    double at;
    std::string text;
    bool in_sight = false;  // true: extends the axis so that the marker is visible
};

struct Plot {
    std::string title = {};
    PlotAxis x = {}, y = {};
    std::vector<PlotCurve> curves = {};
    std::string pale_name = {};  // name of the run of the pale curves in the legend
    std::vector<PlotPoints> points = {};
    std::vector<PlotColumns> columns = {};
    std::vector<PlotCells> cells = {};
    std::vector<PlotMarker> markers = {};  // vertical lines at values of x
    std::vector<PlotMarker> levels = {};   // horizontal lines at values of y
};

// The user's zoom of a plot. Between the axes, the wheel zooms x (with Shift: y), a drag moves the view, a drag with
// the right button zooms to the selected rectangle, and a double click shows all data.
struct PlotZoom {
    std::optional<Range> x = {}, y = {};
    // first corner of the rectangle that the user is selecting, in screen coordinates; empty if no selection is in
    // progress
    std::optional<std::array<float, 2>> corner = {};

    bool is_all() const { return !x && !y; }
};

// Returns the value of the curve at `x` by linear interpolation; NaN in a gap and beyond the ends.
double value_at(const PlotCurve& curve, double x);

// Returns the height of a plot with the width `width`, in screen coordinates, for the current ImGui font. The area
// between the axes has the height of `lines` text lines; the legend takes as many lines as it needs.
float plot_height(const Plot& plot, float width, float lines = 9);

// Draws the plot into the rectangle `place` (x, y, width, height) of the current ImGui window, with the values at the
// pointer. The rectangle must be the last ImGui item, because that item receives the mouse input.
void show_plot(const Plot& plot, const std::array<float, 4>& place, PlotZoom& zoom);

}  // namespace milkomeda
