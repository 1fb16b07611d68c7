#include "app/commands/chart.hpp"

#include "app/io/picture_file.hpp"
#include "app/ui/plot_drawing.hpp"

namespace milkomeda {
namespace {

// The points of a series as two arrays, as the type Plot requires.
struct Columns {
    std::vector<double> x, y;
};

Columns columns_of_series(const ChartSeries& series) {
    Columns columns;
    for (const ChartPoint& point : series.points) {
        columns.x.push_back(point.x);
        columns.y.push_back(point.y);
    }
    return columns;
}

}  // namespace

void draw_charts(const std::vector<Chart>& charts, const std::filesystem::path& file) {
    std::vector<Plot> plots;
    std::vector<std::vector<Columns>> points;  // keeps the arrays alive that `plots` refers to
    for (const Chart& chart : charts) {
        Plot plot{.title = chart.title,
                  .x = {chart.x_label, chart.logarithmic_x, {}, true, chart.x_ticks},
                  .y = {chart.y_label, chart.logarithmic_y, {}, true}};
        std::vector<Columns>& own = points.emplace_back();
        for (const ChartSeries& series : chart.series) own.push_back(columns_of_series(series));
        for (std::size_t i = 0; i < chart.series.size(); ++i) {
            const ChartSeries& series = chart.series[i];
            plot.curves.push_back({series.name, own[i].x, own[i].y,
                                   series.is_reference ? plot_grey : series.color % plot_colors, series.dots});
        }
        plots.push_back(std::move(plot));
    }
    write_picture(file, picture_of(plots));
}

}  // namespace milkomeda
