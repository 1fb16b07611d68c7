// The Graphs drawer, which shows measured quantities of the run as numbers and plots, and exports them.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/diagnostics/diagnostics_plots.hpp"
#include "app/diagnostics/live_diagnostics.hpp"
#include "app/ui/plot.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

// Draws the section of the Graphs drawer with force errors, which are measured on samples of the bodies while the
// section is open, even for exact solvers.
void errors_section(Widgets& widgets, const ParticleSource& source, PlotZoom& zoom);

class DiagnosticsPanel {
  public:
    enum class Export { none, csv, png };

    // Draws the panel. Returns the kind of file that the user requests, for which the caller must call write().
    Export draw(Widgets& widgets, LiveDiagnostics& diagnostics, const ParticleSource& source,
                const SimulationParameters& parameters);

    // Writes the measurements or the shown plots to a new file in the current folder, and the table of the profiles to
    // a second file. Returns the file names. Throws std::runtime_error with a message of one line.
    std::vector<std::string> write(Export what, const LiveDiagnostics& diagnostics) const;

    // Returns the plot of profiles for the user's choices; empty if no profiles have been measured.
    std::optional<ProfilePlot> shown_profile(const LiveDiagnostics& diagnostics) const;
    const ShownProfile& profile_choice() const { return profile_; }

  private:
    void controls(Widgets& widgets, LiveDiagnostics& diagnostics);
    void numbers(const LiveDiagnostics& diagnostics) const;
    bool shows(const DiagnosticsPlot& plot) const;
    // Draws the plot of profiles with its choices, or a line that says why there is no plot.
    void draw_profile_plot(Widgets& widgets, const LiveDiagnostics& diagnostics);
    // Returns the plot of a quantity, with the curves of the other branch if they are shown.
    PlottedSeries series_plot(const LiveDiagnostics& diagnostics, const DiagnosticsPlot& plot) const;
    std::vector<std::string> write_tables(const std::filesystem::path& file, const LiveDiagnostics& diagnostics) const;
    // Draws the Kennicutt-Schmidt plot, or a line that says why there is no plot.
    void draw_schmidt_plot(Widgets& widgets, const Measurements& measurements);
    // A mixed box has its own units, which are independent of the units of galaxies.
    DiagnosticsUnits units() const { return is_box_ ? DiagnosticsUnits::model : units_; }

    bool is_box_ = false;  // true if the panel, when last drawn, showed a mixed box
    DiagnosticsUnits units_ = DiagnosticsUnits::physical;
    std::map<std::string, bool> shown_;  // visibility of each plot that the user has turned on or off
    bool shows_schmidt_ = true;          // visibility of the Kennicutt-Schmidt plot
    bool shows_profile_ = true;          // visibility of the plot of profiles
    bool shows_branch_ = true;           // visibility of the other branch
    ShownProfile profile_;
    std::map<std::string, PlotZoom> zoom_;  // zoom of each plot
    PlotZoom errors_zoom_;                  // zoom of the histogram of force errors
};

}  // namespace milkomeda
