// The plots of the Graphs drawer. Each plot shows the curves of one quantity.
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
    std::function<double(const DiagnosticsSeries::Row&)> value;  // returns the value of a row in model units
};

struct DiagnosticsPlot {
    const char* name;  // title of the plot and of its checkbox
    const char* tooltip;
    const char* label;           // label of the vertical axis
    int mass, length, velocity;  // exponents of mass, length and velocity in the unit of the quantity
    bool logarithmic;            // true if the vertical axis is logarithmic
    bool shown;                  // true if the plot is shown by default
    std::vector<DiagnosticsCurve> (*curves)(const std::vector<Component>& components);
    const char* fixed_unit = "";  // unit of a quantity that is not measured in model units
    bool is_sparse = false;       // true if only a part of the rows has values, which the curves connect
};

// Returns the plots of a run, or with `of_box` the plots of a mixed box.
std::span<const DiagnosticsPlot> diagnostics_plots(bool of_box = false);

// Returns false if a run with these components has no values for the plot. The components are empty before the first
// measurement.
bool is_possible(const DiagnosticsPlot& plot, const std::vector<Component>& components);

// Return the factor from model units to the displayed unit, and the name of the displayed unit, which is empty
// for a dimensionless number.
double factor_of(const DiagnosticsPlot& plot, DiagnosticsUnits units);
std::string unit_of(const DiagnosticsPlot& plot, DiagnosticsUnits units);

// A plot and its data: the times of each branch, which sparse plots have for each curve, and the values of each curve
// in the displayed units.
struct PlottedSeries {
    std::deque<std::vector<double>> times, values, sparse_times;
    Plot plot;
};
// Returns a plot of the measurements. In the plot of the energy error, a line marks the error `bound`; in the plot of
// the separation, a line marks the merger of the galaxies.
PlottedSeries plotted(const DiagnosticsSeries& series, const DiagnosticsPlot& plot, DiagnosticsUnits units,
                      double bound);
// Adds the measurements of another branch with the name `name` to a plot of plotted() as pale curves, in the colors of
// the curves with equal names.
void add_other_branch(PlottedSeries& shown, const DiagnosticsSeries& other, const std::string& name,
                      const DiagnosticsPlot& plot, DiagnosticsUnits units);

// Returns a CSV table with a row for each measurement, and a column for each curve of all plots. The titles of the
// columns contain the units, which are the units of the plots.
std::string csv_table(const DiagnosticsSeries& series, DiagnosticsUnits units, bool of_box = false);

}  // namespace milkomeda
