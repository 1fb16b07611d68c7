// Runs with live galaxies that repeat a restricted encounter.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/cli/options.hpp"
#include "assets/assets.hpp"
#include "data/live/orbit_correction.hpp"

namespace milkomeda {

// A run with live galaxies from the start of an encounter to shortly after its present. Times, places and velocities
// are in the units of encounters.
struct ConfirmRun {
    LiveStart start;
    std::vector<LiveMoment> moments;  // every second step
    std::size_t present = 0;          // see ScoreMoment
    LiveError error;                  // of the present
    ParticleSet first, last;          // particles at the start, and at the present; model units

    double present_time() const { return moments[present].time; }
    // Returns the moment with the smallest separation before the present.
    const LiveMoment& closest() const;
};

// A run is accepted if the error of the place is at most this share of the projected separation.
inline constexpr double accepted_place_error = 0.05;

// Returns half the width of the interval of times around the present of the encounter in which the present of a run may
// lie: 20 % of the time since the closest approach, but at least 0.2.
double time_freedom(const EncounterParameters& parameters);

struct ConfirmRuns {
    std::vector<ConfirmRun> all;  // in the order of computation; each run but the first has a corrected start
    std::size_t best = 0;         // the run with the smallest error of the place

    const ConfirmRun& best_run() const { return all[best]; }
    std::size_t corrections() const { return all.size() - 1; }
};

// Returns how similar the particles of a run are to the picture; larger is better. `start`: particles at the start.
using ScoreMoment = std::function<double(const ParticleSet& start, const ParticleSet& now)>;

// Repeats the encounter with live galaxies, and corrects the start at most options.corrections times until the error of
// the place is accepted. The present of a run is the moment at which galaxy 2 is nearest to its observed place. With
// `score`, it is the moment with the best score, if the error of the place is accepted at some moments. Throws
// std::runtime_error without an OpenCL device.
ConfirmRuns confirm_encounter(const EncounterParameters& parameters, const ConfirmOptions& options,
                              const Assets& assets, const ScoreMoment& score);

// Returns the text of the scene file of a run.
std::string scene_of_run(const EncounterParameters& parameters, const ConfirmRun& run, const ConfirmOptions& options,
                         const std::string& comments);

}  // namespace milkomeda
