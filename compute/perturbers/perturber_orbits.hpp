// Integrates the motion of perturbers under their mutual gravity. Perturbers are massive point masses. The CPU computes
// their motion in double precision, without softening, with step lengths that adapt to the closest pairs.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "data/simulation/fixed_point.hpp"
#include "data/simulation/perturber_clock.hpp"

namespace milkomeda {

// Positions and velocities are 64-bit integers, which are finer than double precision. Increments are computed in
// double precision and rounded. The difference of two close positions is therefore exact, and a move by -dt undoes a
// move by dt bit for bit (Rein and Tamayo 2018, MNRAS 473, 3351).
//
// The adaptive step lengths are also reversible. A step length follows from a density (steps per unit of time) that is
// stored as an integer. At each state, the mean of the densities before and after the state must equal the density that
// the closest pairs require (Huang and Leimkuhler 1997, SIAM J. Sci. Comput. 18, 239). The perturbers' whole steps do
// not end at the times at which the run's steps end. A partial step fills the gap at the end of a drift, and the next
// drift first undoes this partial step.
class PerturberOrbits {
  public:
    // Creates one perturber per mass.
    explicit PerturberOrbits(std::vector<double> masses) : masses_{std::move(masses)} {}

    // Reads the perturbers from the last size() rows. The integer range follows from the largest position and speed of
    // all bodies.
    void take(std::span<const Float4> positions, std::span<const Float4> velocities);
    void hold(const IntegerRows& rows, const PerturberClock& clock);
    IntegerRows rows() const;

    std::size_t size() const { return masses_.size(); }
    double mass(std::size_t i) const { return masses_[i]; }
    glm::dvec3 position(std::size_t i) const;
    glm::dvec3 velocity(std::size_t i) const;

    // Add acceleration times dt to velocities (kick), or times half_dt_squared to positions (shift).
    void kick(std::span<const glm::dvec3> accelerations, double dt);
    void shift(std::span<const glm::dvec3> accelerations, double half_dt_squared);
    void damp(double factor);
    // Moves the perturbers by dt under their mutual gravity alone. drift_on() computes at most `most_steps`
    // steps per call and returns true when the drift is complete.
    void begin_drift(double gravity, double dt, const PerturberRestart& restart);
    bool drift_on(long most_steps);
    long steps_taken() const { return steps_taken_; }

    // Returns the restart for a drift that begins now. A restart is the state from which the step density continues:
    // the last restart, or a new restart if the step density no longer suits the orbits.
    PerturberRestart restart_for(double gravity, double dt) const;
    const PerturberClock& clock() const { return clock_; }

    // Returns a perturber that has left the integer range. The motion of all perturbers is invalid afterwards.
    std::optional<std::size_t> outside() const { return outside_; }
    // Returns two perturbers that are so close that a step of the run would need too many perturber steps. The motion
    // of all perturbers is invalid afterwards.
    const std::optional<std::pair<std::size_t, std::size_t>>& too_near() const { return too_near_; }

  private:
    using Place = std::array<std::int64_t, 3>;
    void add(Place& place, std::size_t i, const glm::dvec3& increment);
    glm::dvec3 displacement(std::size_t from, std::size_t to) const;
    void update_accelerations();
    void move(double ticks);
    void step(std::int64_t ticks);
    std::int64_t ticks_of(double time) const;
    std::int64_t next_step() const;
    std::int64_t density_wanted(double gravity) const;
    std::pair<std::size_t, std::size_t> fastest_pair() const;

    std::vector<double> masses_;
    FixedPoint format_{64};
    std::vector<Place> positions_, velocities_;
    std::vector<glm::dvec3> accelerations_;  // mutual accelerations for G = 1
    PerturberClock clock_;
    double gravity_ = 1;
    bool is_backwards_ = false;
    std::int64_t left_ = 0;  // remaining ticks of the current drift
    long steps_taken_ = 0, steps_before_drift_ = 0;
    std::optional<std::size_t> outside_;
    std::optional<std::pair<std::size_t, std::size_t>> too_near_;
};

}  // namespace milkomeda
