// The Diagnostics panel: what is conserved while the particle source runs, as numbers, plots and files.
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

    // What was asked for, to be written by write().
    Export draw(Widgets& widgets, LiveDiagnostics& diagnostics, const ParticleSource& source,
                const SimulationParameters& parameters);

    // Into a file of the current folder, which is new; its name. The plots that are shown, as they are shown.
    // Throws std::runtime_error with one line.
    std::string write(Export what, const LiveDiagnostics& diagnostics) const;

  private:
    void controls(Widgets& widgets, LiveDiagnostics& diagnostics);
    void numbers(const LiveDiagnostics& diagnostics) const;
    bool shows(const DiagnosticsPlot& plot) const;

    DiagnosticsUnits units_ = DiagnosticsUnits::physical;
    std::map<std::string, bool> shown_;     // where it is another choice than at first
    std::map<std::string, PlotZoom> zoom_;  // by plot
};

}  // namespace milkomeda
