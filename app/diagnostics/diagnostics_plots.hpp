// The table of plots of the Diagnostics panel; each plot shows curves of one quantity.
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
    std::function<double(const DiagnosticsSeries::Row&)> value;  // returns the value in model units
};

struct DiagnosticsPlot {
    const char* name;  // name of the plot and of its checkbox
    const char* tooltip;
    const char* label;
    int mass, length, velocity;  // exponents of the quantity's unit; all 0 for a plain number
    bool logarithmic;
    bool shown;  // default visibility
    std::vector<DiagnosticsCurve> (*curves)(const std::vector<Component>& components);
};

std::span<const DiagnosticsPlot> diagnostics_plots();

// Factor from model units to the displayed unit, and the name of that unit, which is empty for a plain
// number.
double factor_of(const DiagnosticsPlot& plot, DiagnosticsUnits units);
std::string unit_of(const DiagnosticsPlot& plot, DiagnosticsUnits units);

// The values of the curves in the displayed units, and the plot that refers to them.
struct PlottedSeries {
    std::vector<double> times;
    std::deque<std::vector<double>> values;
    Plot plot;
};
// `bound` is the bound of the energy error.
PlottedSeries plotted(const DiagnosticsSeries& series, const DiagnosticsPlot& plot, DiagnosticsUnits units,
                      double bound);

}  // namespace milkomeda
