// Corrections of the start of a run with live galaxies.
#pragma once

#include <array>
#include <optional>

#include "data/live/live_encounter.hpp"

namespace milkomeda {

// Galaxy 2 relative to galaxy 1 at a time of a run with live galaxies, in the units and axes of encounters.
struct LiveMoment {
    double time = 0;  // the present of the restricted encounter has the time 0
    PhasePoint galaxy2;
};

// Difference between a moment of a run and the observed places of the galaxies on the sky.
struct LiveError {
    double place = 0;       // distance of galaxy 2 from its observed place, as a share of the observed separation
    double separation = 0;  // relative error of the projected separation
    double angle = 0;       // error of the direction in radians, counterclockwise
};
LiveError live_error(const EncounterParameters& parameters, const PhasePoint& galaxy2);

// Finds a start from which live galaxies reach the places of both galaxies on the sky, by changes of the relative
// velocity at the start. The change is the smallest that removes the error of the best run to first order. Its
// derivatives are at first those of the rigid orbit, and learn from each run (Broyden 1965, Math. Comp. 19, 577).
class OrbitCorrection {
  public:
    explicit OrbitCorrection(const EncounterParameters& parameters);

    const LiveStart& start() const { return start_; }  // of the next run; at first the start on the rigid orbit
    // Takes the place on the sky of galaxy 2 at the present of the run that began at start(), and corrects the start.
    void correct(const glm::dvec2& reached);

  private:
    // A start velocity, and the error of the place on the sky that it leads to.
    struct Trial {
        glm::dvec3 velocity;
        glm::dvec2 error;
    };

    glm::dvec2 target_;
    LiveStart start_;
    std::array<glm::dvec3, 2> gradients_;  // derivatives of the present x and y with respect to the start velocity
    std::optional<Trial> best_;
};

}  // namespace milkomeda
