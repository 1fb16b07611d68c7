// The plot of profiles in the output of --trace.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/diagnostics/diagnostics_panel.hpp"

namespace milkomeda {

// Returns the choices and the curves of the plot of profiles, in the units of the plot; an empty object before the
// first measurement. Numbers that are not finite become null.
nlohmann::ordered_json profile_plot_state(const LiveDiagnostics& diagnostics, const DiagnosticsPanel& panel);

}  // namespace milkomeda
