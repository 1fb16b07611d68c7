// The Kennicutt-Schmidt plot of the Graphs drawer: surface densities of star formation against those of gas.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "app/diagnostics/saved_diagnostics.hpp"
#include "app/ui/plot.hpp"

namespace milkomeda {

inline constexpr const char* schmidt_plot_name = "Kennicutt-Schmidt";  // title of the plot and of its checkbox

// A plot and its data.
struct SchmidtPlot {
    std::deque<std::vector<double>> values;
    Plot plot;
};
// Returns the plot of a measurement with at least one galaxy: a small point for each square of 1 kpc, the median of the
// squares, a large point for each galaxy, and the law of Kennicutt (1998). Both axes are logarithmic.
SchmidtPlot schmidt_plot(const SchmidtMeasurement& measured);

// Returns in one line why the measurements of a run have no Kennicutt-Schmidt plot; an empty text if they have a plot.
std::string why_no_schmidt_plot(const Measurements& measurements);

}  // namespace milkomeda
