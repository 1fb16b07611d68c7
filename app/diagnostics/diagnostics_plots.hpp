// The plots of the Diagnostics panel; each plot shows one or more curves of one quantity.
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
    const char* name;  // name of the plot, also at its checkbox
    const char* tooltip;
    const char* label;
    int mass, length, velocity;  // exponents of the unit; all 0 for a dimensionless number
    bool logarithmic;
    bool shown;  // visibility by default
    std::vector<DiagnosticsCurve> (*curves)(const std::vector<Component>& components);
};

std::span<const DiagnosticsPlot> diagnostics_plots();

// Factor from model units to the displayed unit, and name of the displayed unit (empty for a dimensionless
// number).
double factor_of(const DiagnosticsPlot& plot, DiagnosticsUnits units);
std::string unit_of(const DiagnosticsPlot& plot, DiagnosticsUnits units);

// Plot with its data: the values of its curves in the displayed units.
struct PlottedSeries {
    std::vector<double> times;
    std::deque<std::vector<double>> values;
    Plot plot;
};
// Returns a plot of the measurements. `bound`: largest acceptable relative energy error, drawn as a line.
PlottedSeries plotted(const DiagnosticsSeries& series, const DiagnosticsPlot& plot, DiagnosticsUnits units,
                      double bound);

}  // namespace milkomeda
