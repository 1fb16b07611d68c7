// Line charts for benchmarks that want to be looked at: plots (app/plots) that own their points.
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
    std::size_t color = 0;  // of some ten
    bool grey = false;      // what the others are held against
    bool dots = true;       // on every point
};

struct Chart {
    std::string title;
    std::string x_label, y_label;                       // with units
    bool logarithmic_x = false, logarithmic_y = false;  // then all values must be positive
    std::vector<ChartSeries> series;
    std::vector<double> x_ticks = {};  // empty: round numbers
};

// One chart below the other, in one PNG. Needs a current OpenGL context; throws std::runtime_error when the
// file cannot be written.
void draw_charts(const std::vector<Chart>& charts, const std::filesystem::path& file);

}  // namespace milkomeda
