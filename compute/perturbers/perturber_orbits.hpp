// How perturbers move among each other: point masses without any softening, by the CPU in double precision,
// with steps as short as their nearest pair needs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "data/base/vector3.hpp"
#include "data/simulation/fixed_point.hpp"

namespace milkomeda {

// Positions and velocities are integers of 64 bits, finer than double precision; increments to them are
// computed in double and rounded. So the difference of two close positions is exact, and every move is undone
// to the last bit by the same one with -dt (Rein and Tamayo 2018, MNRAS 473, 3351).
class PerturberOrbits {
  public:
    // As many as there are masses.
    explicit PerturberOrbits(std::vector<double> masses) : masses_{std::move(masses)} {}

    // The last rows of these, which are theirs; all of them say how far and fast there is room for.
    void take(std::span<const Float4> positions, std::span<const Float4> velocities);
    void hold(const IntegerRows& rows);
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
    // The motion under nothing but each other's gravity, in 2^substeps steps.
    void drift(double gravity, double dt, int substeps);

    // How many that takes now, so that the nearest passage within `dt` is resolved: their power of two.
    int substeps_for(double gravity, double dt) const;
    static constexpr int most_substeps = 18;

    // One that has left what there is room for: the others' motion means nothing from then on.
    std::optional<std::size_t> outside() const { return outside_; }

  private:
    using Place = std::array<std::int64_t, 3>;
    void add(Place& place, std::size_t i, const Vector3& increment);
    Vector3 way(std::size_t from, std::size_t to) const;
    void sum_pulls();

    std::vector<double> masses_;
    FixedPoint format_{64};
    std::vector<Place> positions_, velocities_;
    std::vector<Vector3> pulls_;  // of each other, for gravity 1
    std::optional<std::size_t> outside_;
};

}  // namespace milkomeda
