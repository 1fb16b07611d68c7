// Page with the results of a confirmation.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/commands/confirm_run.hpp"
#include "app/commands/confirm_score.hpp"

namespace milkomeda {

struct ConfirmReport {
    const EncounterParameters& parameters;
    const std::vector<EncounterParameters>& family;  // models of the same pair, with which the parameters vary
    const std::vector<double>& spreads;  // of the 12 unknowns (PairUnknown) in units of encounters; or empty
    const ConfirmRuns& runs;
    const std::optional<ConfirmPicture>& picture;
    const DiskPlaces &restricted, &live;
    std::optional<MatchTerms> restricted_score{}, live_score{};
};

// Returns a page of HTML with embedded pictures and without links to other files: the picture of the pair, the
// restricted and the live encounter in the same frame, the velocities along the line of sight, the orbits, the
// parameters, and what remains unknown.
std::string report_page(const ConfirmReport& report);

// Returns the complete spam_line() with a printable name.
std::string printable_line(EncounterParameters parameters);

}  // namespace milkomeda
