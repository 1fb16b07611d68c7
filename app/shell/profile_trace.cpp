#include "app/shell/profile_trace.hpp"

#include <nlohmann/json.hpp>

#include "app/io/profile_columns.hpp"

namespace milkomeda {

nlohmann::ordered_json profile_plot_state(const LiveDiagnostics& diagnostics, const DiagnosticsPanel& panel) {
    const std::optional<ProfileMeasurement>& measured = diagnostics.measurements().profiles;
    if (!measured) return nlohmann::ordered_json::object();
    nlohmann::ordered_json state{{"time", measured->time},
                                 {"profile", name_of(panel.profile_choice().quantity)},
                                 {"why_not", measured->why_not}};
    const std::optional<ProfilePlot> shown = panel.shown_profile(diagnostics);
    if (!shown) return state;
    const GalaxyProfile& galaxy = measured->galaxies[measured->index_of(panel.profile_choice().galaxy)];
    state["galaxy"] = panel.profile_choice().all_galaxies ? "all galaxies" : galaxy.galaxy;
    state["title"] = shown->plot.title;
    state["radii_kpc"] = shown->radii[0];
    state["outer_radius_kpc"] = galaxy.bins.radius;
    state["other_branch"] = shown->plot.pale_name;
    for (const PlotCurve& curve : shown->plot.curves)
        for (const double value : curve.y)
            state[curve.pale ? "pale_curves" : "curves"][curve.name].push_back(number_or_null(value));
    return state;
}

}  // namespace milkomeda
