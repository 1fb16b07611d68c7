// Line charts of benchmarks: plots (app/ui/plot.hpp) that own their points.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace milkomeda {

struct ChartPoint {
    double x, y;
};

struct ChartSeries {
    std::string name;
    std::vector<ChartPoint> points;
    std::size_t color = 0;  // index into about ten colors
    bool grey = false;      // true: a reference that other series are compared with
    bool dots = true;       // true: draw a dot at every point
};

struct Chart {
    std::string title;
    std::string x_label, y_label;                       // titles of the axes, with units
    bool logarithmic_x = false, logarithmic_y = false;  // logarithmic axes need positive values
    std::vector<ChartSeries> series;
    std::vector<double> x_ticks = {};  // positions of the ticks; empty: round numbers
};

// Draws the charts below each other into one PNG file. Needs a current OpenGL context. Throws
// std::runtime_error if the file cannot be written.
void draw_charts(const std::vector<Chart>& charts, const std::filesystem::path& file);

}  // namespace milkomeda
