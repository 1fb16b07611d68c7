// The orbit of galaxy 2 around galaxy 1 in a restricted encounter, and the time at which the encounter begins.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <string>

#include "data/encounter/encounter_parameters.hpp"
#include "data/encounter/galaxy_potential.hpp"

namespace milkomeda {

struct PhasePoint {
    glm::dvec3 position{0}, velocity{0};
};

// Dynamical friction of the relative orbit by Chandrasekhar's formula (1943, ApJ 97, 255; Binney & Tremaine 2008, eq.
// 8.13): the deceleration is scale * density * (sum of the shares of slower stars) / speed^2. A share belongs to a
// galaxy in which the other galaxy moves.
//
// SPAM: galaxy 2 moves in galaxy 1, with the Coulomb logarithm 0.001, and tables that do not depend on the masses.
// Milky Way: each galaxy moves in the halo of the other galaxy; the densities are proportional to the masses, and the
// dispersions to their square roots.
struct OrbitFriction {
    double scale = 0;
    std::array<double, 2> speed_scales{};  // factors of the dispersion in the two shares; 0: there is no such share
};
// `factor` multiplies the friction.
OrbitFriction orbit_friction(const EncounterParameters& parameters, double factor = 1);

// Relative orbit of two rigid galaxies with friction, in double precision. The attraction is that of a galaxy with the
// mass of both.
class RelativeOrbit {
  public:
    // `friction_factor` multiplies the friction; 0 removes it.
    explicit RelativeOrbit(const EncounterParameters& parameters, double friction_factor = 1);

    // Advances the state by the time `step` (fourth-order Runge-Kutta). Returns the four states at which the
    // derivatives were computed; the weights are 1/6, 1/3, 1/3 and 1/6.
    std::array<PhasePoint, 4> advance(PhasePoint& state, double step) const;
    // Moves the state back in time, as the published codes do: with the opposite velocity and the opposite friction.
    void go_back(PhasePoint& state, double step) const;

    // Returns the deceleration of the relative motion by friction divided by the speed.
    double friction(const PhasePoint& state) const;

  private:
    std::array<PhasePoint, 4> runge_kutta(PhasePoint& state, double step, double friction_sign) const;

    const GalaxyPotential* potential_;
    double mass_;
    OrbitFriction friction_;
};

// Closest approach of the galaxies between the time -30 and the present, and the start of the encounter.
struct EncounterTiming {
    double start = 0;             // time at which the encounter begins, negative
    double closest_distance = 0;  // at the steps of the orbit
    double closest_time = 0;
    double closest_speed = 0;
};

// Computes the timing as the published models: if the Kepler orbit of two point masses is bound, the start is the last
// apocenter, and otherwise the time that galaxy 2 needs for ten disk radii before the closest approach. A start before
// -12, or at the present, is replaced by -5. Uses parameters.start_time as the start if it has a value. The step is
// that of the orbit.
inline constexpr double earliest_rule_start = -12;  // the rule chooses no earlier start
EncounterTiming encounter_timing(const EncounterParameters& parameters, double step = 0.02);

// Returns the closest approach of the rigid galaxies for users: "closest 8.9 kpc, 80 Myr ago".
std::string closest_approach_text(const EncounterParameters& parameters);

// Equal steps from the start of an encounter to its end. The published codes end a step before or after the present, so
// both numbers can differ.
struct EncounterSteps {
    double step = 0.02;
    long back = 0;     // from the present to the start
    long forward = 0;  // from the start to the end
};

// Returns steps of at most `longest` from `start` (negative) exactly to the present.
EncounterSteps encounter_steps(double start, double longest = 0.02);

// Returns the state of galaxy 2 at the start of the encounter.
PhasePoint start_of_orbit(const EncounterParameters& parameters, const RelativeOrbit& orbit,
                          const EncounterSteps& steps);

}  // namespace milkomeda
