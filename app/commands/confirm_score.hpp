// Similarity of live and restricted encounters to the picture of a pair.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "app/cli/options.hpp"
#include "data/encounter/encounter_parameters.hpp"
#include "data/match/match_score.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

// Places of the bodies of both disks on the sky, relative to galaxy 1, in units of encounters.
struct DiskPlaces {
    struct Disk {
        std::vector<float> x, y;
    };
    std::array<Disk, 2> present, undisturbed;  // undisturbed: as the disks would be without the encounter
};

// `start`, `now`: particles of a run with live galaxies at its start and at the scored moment.
DiskPlaces places_of(const ParticleSet& start, const ParticleSet& now);
// Places of 3,000 test particles of the restricted encounter.
DiskPlaces places_of(const EncounterParameters& parameters);

// The picture of the options and its target; empty if there is no picture. The scale follows from the separation of the
// encounter. Throws FileError, and UsageError if the nuclei do not fit the picture.
struct ConfirmPicture {
    GrayPicture picture;  // clean()
    MatchTarget target;
};
std::optional<ConfirmPicture> picture_of(const ConfirmOptions& options, const EncounterParameters& parameters);

MatchTerms score_of(const DiskPlaces& places, const MatchTarget& target);

}  // namespace milkomeda
