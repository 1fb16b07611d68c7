// The Diagnostics panel: conserved and other measured quantities of the run as numbers, plots and files.
#pragma once

#include <array>
#include <map>
#include <string>

#include "app/diagnostics/diagnostics_plots.hpp"
#include "app/diagnostics/live_diagnostics.hpp"
#include "app/ui/plot.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

class DiagnosticsPanel {
  public:
    enum class Export { none, csv, png };

    // Draws the panel. Returns the file that the user asked for, to be written by write().
    Export draw(Widgets& widgets, LiveDiagnostics& diagnostics, const ParticleSource& source,
                const SimulationParameters& parameters);

    // Writes a new file with the measurements or with the shown plots into the current folder, and returns
    // its name. Throws std::runtime_error with one line.
    std::string write(Export what, const LiveDiagnostics& diagnostics) const;

  private:
    void controls(Widgets& widgets, LiveDiagnostics& diagnostics);
    void numbers(const LiveDiagnostics& diagnostics) const;
    bool shows(const DiagnosticsPlot& plot) const;

    DiagnosticsUnits units_ = DiagnosticsUnits::physical;
    std::map<std::string, bool> shown_;     // plots whose visibility differs from the default
    std::map<std::string, PlotZoom> zoom_;  // by the name of the plot
};

}  // namespace milkomeda
