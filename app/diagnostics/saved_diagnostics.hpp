// The measurements of a branch of a run, and their form in a state file.
#pragma once

#include <optional>

#include "app/diagnostics/diagnostics_series.hpp"
#include "app/diagnostics/profile_plot.hpp"
#include "data/neighbors/kennicutt_schmidt.hpp"
#include "data/state/saved_state.hpp"

namespace milkomeda {

// The energy to which energy errors are relative, and the parameters with which it was measured.
struct EnergyReference {
    double energy, gravity, softening;
};

// The Kennicutt-Schmidt relation at the model time `time`. Without gas, there are no galaxies.
struct SchmidtMeasurement {
    double time = 0;
    std::vector<GalaxySchmidtPoints> galaxies{};
};

struct Measurements {
    DiagnosticsSeries series{};
    std::optional<SchmidtMeasurement> schmidt{};   // most recent measurement; state files do not contain it
    std::optional<ProfileMeasurement> profiles{};  // most recent measurement; state files do not contain it
    std::optional<EnergyReference> reference{};
    bool has_alarmed = false;  // true if the drift message has appeared

    // Removes the measurements from the model time `time` on.
    void forget_from(double time) {
        series.forget_from(time);
        if (schmidt && schmidt->time >= time) schmidt.reset();
        if (profiles && profiles->time >= time) profiles.reset();
    }
};

SavedDiagnostics saved_diagnostics(const Measurements& measurements);
// Returns the saved measurements up to the model time `last_time`. Throws an exception derived from std::exception if
// `saved` is invalid.
Measurements measurements_of(const SavedDiagnostics& saved, double last_time);

}  // namespace milkomeda
