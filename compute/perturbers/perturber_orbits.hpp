// How perturbers move among each other: point masses without any softening, by the CPU in double precision,
// with steps of their own, which are as short as their nearest pairs need where they are just now.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "data/base/vector3.hpp"
#include "data/simulation/fixed_point.hpp"
#include "data/simulation/perturber_clock.hpp"

namespace milkomeda {

// Positions and velocities are integers of 64 bits, finer than double precision; increments to them are
// computed in double and rounded. So the difference of two close positions is exact, and every move is undone
// to the last bit by the same one with -dt (Rein and Tamayo 2018, MNRAS 473, 3351).
//
// The lengths of their steps change with the orbits, and are known both ways, since they follow from a
// density of steps in time that is itself such an integer: of those before and after a state the mean is what
// that state wants (Huang and Leimkuhler 1997, SIAM J. Sci. Comput. 18, 239). They do not end where the run's
// steps do: there the last one is left by a step of what remains, and gone back to by the same when it goes
// on.
class PerturberOrbits {
  public:
    // As many as there are masses.
    explicit PerturberOrbits(std::vector<double> masses) : masses_{std::move(masses)} {}

    // The last rows of these, which are theirs; all of them say how far and fast there is room for.
    void take(std::span<const Float4> positions, std::span<const Float4> velocities);
    void hold(const IntegerRows& rows, const PerturberClock& clock);
    IntegerRows rows() const;

    std::size_t size() const { return masses_.size(); }
    double mass(std::size_t i) const { return masses_[i]; }
    Vector3 position(std::size_t i) const;
    Vector3 velocity(std::size_t i) const;
    // Of all others at this one, for gravity 1: -sum m / r.
    double potential(std::size_t i) const;

    // v <- v + a dt, and x <- x + a half_dt_squared
    void kick(std::span<const Vector3> accelerations, double dt);
    void shift(std::span<const Vector3> accelerations, double half_dt_squared);
    void damp(double factor);
    // The motion under nothing but each other's gravity for dt, which drift_on() does: at most so many steps
    // each time, until it says true.
    void begin_drift(double gravity, double dt, const PerturberRestart& restart);
    bool drift_on(long most_steps);
    long steps_taken() const { return steps_taken_; }

    // With what it begins now: the last restart, or a new one.
    PerturberRestart restart_for(double gravity, double dt) const;
    const PerturberClock& clock() const { return clock_; }

    // One that has left what there is room for: the others' motion means nothing from then on.
    std::optional<std::size_t> outside() const { return outside_; }
    // Two that need more steps in one of the run than anybody waits for; the same holds then.
    const std::optional<std::pair<std::size_t, std::size_t>>& too_near() const { return too_near_; }

  private:
    using Place = std::array<std::int64_t, 3>;
    void add(Place& place, std::size_t i, const Vector3& increment);
    Vector3 way(std::size_t from, std::size_t to) const;
    void sum_pulls();
    void move(double ticks);
    void step(std::int64_t ticks);
    std::int64_t ticks_of(double time) const;
    std::int64_t next_step() const;
    std::int64_t density_wanted(double gravity) const;
    std::pair<std::size_t, std::size_t> fastest_pair() const;

    std::vector<double> masses_;
    FixedPoint format_{64};
    std::vector<Place> positions_, velocities_;
    std::vector<Vector3> pulls_;  // of each other, for gravity 1
    PerturberClock clock_;
    double gravity_ = 1;
    bool is_backwards_ = false;
    std::int64_t left_ = 0;  // of the drift under way
    long steps_taken_ = 0, steps_before_drift_ = 0;
    std::optional<std::size_t> outside_;
    std::optional<std::pair<std::size_t, std::size_t>> too_near_;
};

}  // namespace milkomeda
