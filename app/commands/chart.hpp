// Line charts of benchmarks. A chart owns its points. The type Plot (app/ui/plot.hpp) draws charts without owning
// points.
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
    std::size_t color = 0;      // index into a palette of about ten colors
    bool is_reference = false;  // true: a gray curve for comparison
    bool dots = true;           // true: draws a dot at every point
};

struct Chart {
    std::string title;
    std::string x_label, y_label;                       // axis titles with units
    bool logarithmic_x = false, logarithmic_y = false;  // logarithmic axes require positive values
    std::vector<ChartSeries> series;
    std::vector<double> x_ticks = {};  // positions of the ticks; empty: ticks at round numbers
};

// Draws the charts into a PNG file, each chart below the previous chart. Needs a current OpenGL context. Throws
// std::runtime_error if the file cannot be written.
void draw_charts(const std::vector<Chart>& charts, const std::filesystem::path& file);

}  // namespace milkomeda
