#include "app/diagnostics/diagnostics_panel.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/diagnostics/merger.hpp"
#include "app/diagnostics/schmidt_plot.hpp"
#include "app/io/json_text.hpp"
#include "app/io/output_file.hpp"
#include "app/io/picture_file.hpp"
#include "app/io/profile_columns.hpp"
#include "app/ui/plot_drawing.hpp"
#include "app/ui/text_fit.hpp"
#include "app/ui/ticks.hpp"
#include "data/base/units.hpp"
#include "data/files/small_file.hpp"
#include "data/system/unused_name.hpp"

namespace milkomeda {
namespace {

// Returns text such as "12 measurements, which took 2.1 % of the run time".
std::string cost_words(const LiveDiagnostics& diagnostics, const ParticleSource& source) {
    const std::size_t count = diagnostics.series().rows().size();
    if (source.series()) return fmt::format("{} snapshots measured; their potentials are unknown", count);
    std::string rows = fmt::format("{} measurement{}", count, count == 1 ? "" : "s");
    if (diagnostics.cost().step_seconds == 0) return rows;
    return fmt::format("{}, which took {:.1f} % of the run time", rows, 100 * diagnostics.cost().share());
}

}  // namespace

bool DiagnosticsPanel::shows(const DiagnosticsPlot& plot) const {
    const auto chosen = shown_.find(plot.name);
    return chosen == shown_.end() ? plot.shown : chosen->second;
}

DiagnosticsPanel::Export DiagnosticsPanel::draw(Widgets& widgets, LiveDiagnostics& diagnostics,
                                                const ParticleSource& source, const SimulationParameters& parameters) {
    Export wanted = Export::none;
    is_box_ = source.box() != nullptr;
    write_wrapped(cost_words(diagnostics, source));
    const std::string why = why_not_conserved(parameters, diagnostics.series().components());
    if (!why.empty() && !source.series()) write_wrapped(why);
    if (const auto merged = merger_time(diagnostics.series().rows()))
        write_wrapped("The galaxies have " + merger_words(*merged));
    if (widgets.button("CSV",
                       "Writes all measurements as a CSV table into the current folder, in the units of the plots"))
        wanted = Export::csv;
    ImGui::SameLine();
    if (widgets.button("PNG", "Writes the plots below as a picture into the current folder")) wanted = Export::png;
    if (widgets.section("Numbers", "Values of the newest measurement")) numbers(diagnostics);
    if (widgets.section("Settings",
                        "Selection and units of the plots, and limit of the computing time for measurements"))
        controls(widgets, diagnostics);
    for (const DiagnosticsPlot& row : diagnostics_plots(is_box_)) {
        if (!shows(row) || !is_possible(row, diagnostics.series().components())) continue;
        const PlottedSeries series = series_plot(diagnostics, row);
        const std::string label = fmt::format("{0}###plot of {0}", row.name);
        const float height = plot_height(series.plot, ImGui::GetContentRegionAvail().x, 6);
        show_plot(series.plot, widgets.canvas(label.c_str(), height, ""), zoom_[row.name]);
    }
    if (!is_box_ && shows_profile_) draw_profile_plot(widgets, diagnostics);
    if (!is_box_ && shows_schmidt_) draw_schmidt_plot(widgets, diagnostics.measurements());
    if (!is_box_) errors_section(widgets, source, errors_zoom_);
    return wanted;
}

PlottedSeries DiagnosticsPanel::series_plot(const LiveDiagnostics& diagnostics, const DiagnosticsPlot& plot) const {
    PlottedSeries series = plotted(diagnostics.series(), plot, units(), diagnostics.bound);
    if (const auto other = diagnostics.other(); other && shows_branch_)
        add_other_branch(series, other->measurements->series, other->name, plot, units());
    return series;
}

std::optional<ProfilePlot> DiagnosticsPanel::shown_profile(const LiveDiagnostics& diagnostics) const {
    const std::optional<ProfileMeasurement>& measured = diagnostics.measurements().profiles;
    if (!measured || measured->galaxies.empty()) return {};
    const auto other = diagnostics.other();
    const bool has_other = shows_branch_ && other && other->measurements->profiles;
    return profile_plot(*measured, profile_,
                        has_other ? OtherProfiles{&*other->measurements->profiles, other->name} : OtherProfiles{});
}

void DiagnosticsPanel::draw_profile_plot(Widgets& widgets, const LiveDiagnostics& diagnostics) {
    const std::optional<ProfileMeasurement>& measured = diagnostics.measurements().profiles;
    if (!measured)
        return write_wrapped(
            "The first profiles appear after a part of the run, because their cost is limited: after about 25 seconds "
            "with a million bodies, and sooner with fewer bodies. They appear at once when the run pauses.");
    if (measured->galaxies.empty()) return write_wrapped("There are no profiles: " + measured->why_not);
    const std::size_t count = measured->galaxies.size();
    std::size_t index = profile_.all_galaxies ? count : measured->index_of(profile_.galaxy);
    std::vector<std::string> titles;
    for (const GalaxyProfile& galaxy : measured->galaxies) titles.push_back(title_of(galaxy.galaxy));
    titles.push_back("All galaxies");
    if (widgets.choice("Galaxy", index, titles, 0,
                       "Galaxy whose profile the plot shows. All galaxies: compares the total profiles of all galaxies "
                       "in one plot")) {
        profile_.all_galaxies = index == count;
        if (index < count) profile_.galaxy = measured->galaxies[index].galaxy;
    }
    widgets.choice("Profile", profile_.quantity, names<ProfileChoice>, ProfileChoice::rotation,
                   "Quantity that the plot shows against the distance from the spin axis. The velocities of circular "
                   "orbits follow from the attraction of the bodies; Q below 1 means that a disk forms clumps");
    ProfilePlot shown = *shown_profile(diagnostics);
    shown.plot.title = "At " + format_time(measured->time);  // the choices above contain the rest of the title
    const std::string label = fmt::format("plot###plot of {}", profile_plot_name);
    const float height = plot_height(shown.plot, ImGui::GetContentRegionAvail().x, 9);
    show_plot(shown.plot, widgets.canvas(label.c_str(), height, ""), zoom_[std::string{name_of(profile_.quantity)}]);
}

void DiagnosticsPanel::draw_schmidt_plot(Widgets& widgets, const Measurements& measurements) {
    if (const std::string why = why_no_schmidt_plot(measurements); !why.empty()) return write_wrapped(why);
    const SchmidtPlot shown = schmidt_plot(*measurements.schmidt);
    const std::string label = fmt::format("{0}###plot of {0}", schmidt_plot_name);
    const float height = plot_height(shown.plot, ImGui::GetContentRegionAvail().x, 12);
    show_plot(shown.plot, widgets.canvas(label.c_str(), height, ""), zoom_[schmidt_plot_name]);
}

void DiagnosticsPanel::controls(Widgets& widgets, LiveDiagnostics& diagnostics) {
    for (const DiagnosticsPlot& plot : diagnostics_plots(is_box_)) {
        if (!is_possible(plot, diagnostics.series().components())) continue;
        bool shown = shows(plot);
        if (widgets.checkbox(plot.name, shown, plot.shown, plot.tooltip)) shown_[plot.name] = shown;
    }
    if (!is_box_) {
        widgets.checkbox("Other branch", shows_branch_, true,
                         "Pale curves of the branch that was shown before the present branch, or with which the run is "
                         "compared");
        widgets.checkbox("Profiles", shows_profile_, true,
                         "Rotation curve, surface density, velocity dispersions or stability of a galaxy at the most "
                         "recent measurement");
        widgets.checkbox(schmidt_plot_name, shows_schmidt_, true,
                         "Surface densities of star formation and gas in galaxies that are seen face-on: small points "
                         "are squares of 1 kpc, large points are means of galaxies. Needs gas");
        widgets.choice("Units", units_, names<DiagnosticsUnits>, DiagnosticsUnits::physical,
                       "Units of the numbers and plots. physical: kpc, km/s, Myr and solar masses; model: units in "
                       "which the gravitational constant is 1");
    }
    constexpr double most_percent = 20;
    double percent = 100 * diagnostics.share;
    if (widgets.slider("Cost", percent, {0, most_percent, 100 * LiveDiagnostics::default_share, "%.1f %%"},
                       "Share of the run time that is spent on measurements. With a smaller share the run is measured "
                       "less often; 0 turns measurements off"))
        diagnostics.share = percent / 100;
    if (is_box_) return;
    double bound = 100 * diagnostics.bound;
    if (widgets.slider("Drift bound", bound,
                       {1e-4, 100, 100 * default_drift_bound, "%.2g %%", Widgets::Scale::logarithmic},
                       "Bound of the energy error. When the error first exceeds the bound, a message appears. The "
                       "error of the default collision stays below 0.03 %; above 0.1 % the time of the second passage "
                       "is wrong"))
        diagnostics.bound = bound / 100;
}

void DiagnosticsPanel::numbers(const LiveDiagnostics& diagnostics) const {
    if (diagnostics.series().rows().empty()) return write_wrapped("The run has not been measured yet");
    const DiagnosticsSeries::Row& newest = diagnostics.series().rows().back();
    write_wrapped("At " + format_time(newest.found.time, !is_box_));
    for (const DiagnosticsPlot& plot : diagnostics_plots(is_box_)) {
        if (!is_possible(plot, diagnostics.series().components())) continue;
        std::string text = std::string{plot.name} + ":";
        for (const DiagnosticsCurve& curve : plot.curves(diagnostics.series().components())) {
            const double value = factor_of(plot, units()) * curve.value(newest);
            text += fmt::format(" {}{}{}", curve.name, curve.name.empty() ? "" : " ",
                                std::isfinite(value) ? tick_text(value) : "-");
        }
        write_wrapped(fmt::format("{} {}", text, plot.label[0] == '%' ? "%" : unit_of(plot, units())));
    }
}

std::vector<std::string> DiagnosticsPanel::write_tables(const std::filesystem::path& file,
                                                        const LiveDiagnostics& diagnostics) const {
    write_small_file(file, csv_table(diagnostics.series(), units(), is_box_));
    const std::optional<ProfileMeasurement>& measured = diagnostics.measurements().profiles;
    if (is_box_ || !measured || measured->galaxies.empty()) return {file.string()};
    std::filesystem::path profiles = file;
    profiles.replace_filename(file.stem().string() + "-profiles.csv");
    nlohmann::ordered_json rows = bin_table(measured->galaxies, live_profile_options());
    for (nlohmann::ordered_json& row : rows) row["time_myr"] = measured->time * myr_per_time;
    write_csv(profiles, rows);
    return {file.string(), profiles.string()};
}

std::vector<std::string> DiagnosticsPanel::write(Export what, const LiveDiagnostics& diagnostics) const {
    const std::filesystem::path file = unused_name(name_by_time(what == Export::csv ? ".csv" : ".png"));
    if (what == Export::csv) return write_tables(file, diagnostics);
    std::deque<PlottedSeries> series;
    std::vector<Plot> plots;
    std::vector<PlotZoom> zooms;
    const auto zoom_of = [&](const std::string& name) {
        const auto zoom = zoom_.find(name);
        return zoom == zoom_.end() ? PlotZoom{} : zoom->second;
    };
    for (const DiagnosticsPlot& row : diagnostics_plots(is_box_)) {
        if (!shows(row) || !is_possible(row, diagnostics.series().components())) continue;
        series.push_back(series_plot(diagnostics, row));
        plots.push_back(series.back().plot);
        plots.back().title = row.name;
        zooms.push_back(zoom_of(row.name));
    }
    const std::optional<ProfilePlot> profile = shown_profile(diagnostics);
    if (!is_box_ && shows_profile_ && profile) {
        plots.push_back(profile->plot);
        zooms.push_back(zoom_of(std::string{name_of(profile_.quantity)}));
    }
    SchmidtPlot schmidt;
    if (!is_box_ && shows_schmidt_ && why_no_schmidt_plot(diagnostics.measurements()).empty()) {
        schmidt = schmidt_plot(*diagnostics.measurements().schmidt);
        plots.push_back(schmidt.plot);
        zooms.push_back(zoom_of(schmidt_plot_name));
    }
    if (plots.empty())
        throw std::runtime_error("no picture was written, because no plot is shown: select plots under Settings");
    write_picture(file, picture_of(plots, zooms));
    return {file.string()};
}

}  // namespace milkomeda
