// The measurements of a branch of a run, and their form in a state file.
#pragma once

#include <optional>

#include "app/diagnostics/diagnostics_series.hpp"
#include "data/state/saved_state.hpp"

namespace milkomeda {

// The energy to which energy errors are relative, and the parameters with which it was measured.
struct EnergyReference {
    double energy, gravity, softening;
};

struct Measurements {
    DiagnosticsSeries series{};
    std::optional<EnergyReference> reference{};
    bool has_alarmed = false;  // true if the drift message has appeared
};

SavedDiagnostics saved_diagnostics(const Measurements& measurements);
// Returns the saved measurements up to the model time `last_time`. Throws an exception derived from std::exception if
// `saved` is invalid.
Measurements measurements_of(const SavedDiagnostics& saved, double last_time);

}  // namespace milkomeda
