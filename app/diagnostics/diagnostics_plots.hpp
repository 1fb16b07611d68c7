// What the Diagnostics panel plots: a table of plots, each of some curves of one quantity.
#pragma once

#include <deque>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/diagnostics/diagnostics_series.hpp"
#include "app/ui/plot.hpp"
#include "data/base/names.hpp"

namespace milkomeda {

enum class DiagnosticsUnits { physical, model };
template <>
inline constexpr std::array<std::string_view, 2> names<DiagnosticsUnits>{"physical", "model"};

struct DiagnosticsCurve {
    std::string name;
    std::function<double(const DiagnosticsSeries::Row&)> value;  // model units
};

struct DiagnosticsPlot {
    const char* name;  // of the plot, and of what switches it on
    const char* tooltip;
    const char* label;
    int mass, length, velocity;  // the powers of its unit; none: a number
    bool logarithmic;
    bool shown;  // at first
    std::vector<DiagnosticsCurve> (*curves)(const std::vector<Component>& components);
};

std::span<const DiagnosticsPlot> diagnostics_plots();

// What its numbers are multiplied by, and their unit; empty for a number.
double factor_of(const DiagnosticsPlot& plot, DiagnosticsUnits units);
std::string unit_of(const DiagnosticsPlot& plot, DiagnosticsUnits units);

// The curves' numbers, in units, and the plot that looks at them.
struct PlottedSeries {
    std::vector<double> times;
    std::deque<std::vector<double>> values;
    Plot plot;
};
// `bound` is that of the energy error.
PlottedSeries plotted(const DiagnosticsSeries& series, const DiagnosticsPlot& plot, DiagnosticsUnits units,
                      double bound);

}  // namespace milkomeda
