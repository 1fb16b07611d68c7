#include "compute/perturbers/perturber_orbits.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace milkomeda {
namespace {

// Ratios of the integer range to the largest initial position and speed. The ratios are large because a close encounter
// may accelerate or eject perturbers.
constexpr double position_headroom = 4096, speed_headroom = 65536;

int exponent_for(double most, double headroom) {
    return static_cast<int>(std::ceil(std::log2(headroom * (most > 0 ? most : 1)))) - 62;
}

double largest(std::span<const Float4> rows) {
    double most = 0;
    for (const Float4& row : rows)
        for (const float number : {row.x, row.y, row.z})
            if (std::isfinite(number)) most = std::max(most, std::abs(double{number}));
    return most;
}

// Coefficients of a sixth-order integrator composed of seven leapfrog steps (Yoshida 1990, Phys. Lett. A 150,
// 262, table 1, solution A).
constexpr double w1 = -1.17767998417887, w2 = 0.235573213359357, w3 = 0.784513610477560, w0 = 1 - 2 * (w1 + w2 + w3);
constexpr std::array weights{w3, w2, w1, w0, w1, w2, w3};

// Step length in units of sqrt(r^3/M), where r is the distance and M the total mass of the closest pair. With this
// value, the relative energy error of an orbit of eccentricity 0.9 is below 3e-8 (tests/kernels/perturbers_test.cpp).
constexpr double step_share = 1.0 / 24;

// Time is counted in ticks. At the largest speed that the integers can represent, a perturber crosses the whole range
// of positions in 2^56 ticks. No perturber step is longer than 2^52 ticks, even between distant perturbers.
constexpr int bits_of_a_tick = 56, bits_of_longest = 52;
// The shortest perturber step is 2^-40 of the run's step. A limit is needed, because head-on collisions would need
// arbitrarily short steps.
constexpr int bits_of_shortest = 40;
// Largest number of perturber steps within one step of the run. The CPU takes about a second for 2^22 steps of a pair.
// A binary needs a few hundred perturber steps per period, so the limit allows ten thousand periods per step of the
// run.
constexpr long most_steps_of_a_drift = 1L << 22;
// A step density is a number of perturber steps per duration of the longest step (2^52 ticks). It is stored as an
// integer in units of 2^-16 and is at most 2^36.
constexpr double unit_of_density = 0x1p-16, most_dense = 0x1p36;

}  // namespace

void PerturberOrbits::take(std::span<const Float4> positions, std::span<const Float4> velocities) {
    format_ = {64, exponent_for(largest(positions), position_headroom),
               exponent_for(largest(velocities), speed_headroom)};
    const auto integers = [&](std::span<const Float4> rows, double unit) {
        std::vector<Place> places;
        for (const Float4& row : rows.last(size()))
            places.push_back({std::llrint(row.x / unit), std::llrint(row.y / unit), std::llrint(row.z / unit)});
        return places;
    };
    positions_ = integers(positions, format_.position_unit());
    velocities_ = integers(velocities, format_.velocity_unit());
    clock_ = {};
    outside_.reset();
    too_near_.reset();
}

void PerturberOrbits::hold(const IntegerRows& rows, const PerturberClock& clock) {
    clock_ = clock;
    format_ = rows.format;
    positions_.resize(size());
    velocities_.resize(size());
    std::memcpy(positions_.data(), rows.positions.data(), size() * sizeof(Place));
    std::memcpy(velocities_.data(), rows.velocities.data(), size() * sizeof(Place));
    outside_.reset();
    too_near_.reset();
}

IntegerRows PerturberOrbits::rows() const {
    const auto bytes_of = [](const std::vector<Place>& places) {
        const auto bytes = std::as_bytes(std::span{places});
        return std::vector<std::byte>{bytes.begin(), bytes.end()};
    };
    return {format_, bytes_of(positions_), bytes_of(velocities_)};
}

glm::dvec3 PerturberOrbits::position(std::size_t i) const {
    const auto& [x, y, z] = positions_[i];
    return format_.position_unit() * glm::dvec3{double(x), double(y), double(z)};
}

glm::dvec3 PerturberOrbits::velocity(std::size_t i) const {
    const auto& [x, y, z] = velocities_[i];
    return format_.velocity_unit() * glm::dvec3{double(x), double(y), double(z)};
}

glm::dvec3 PerturberOrbits::displacement(std::size_t from, std::size_t to) const {
    const Place &a = positions_[from], &b = positions_[to];
    return format_.position_unit() * glm::dvec3{double(b[0] - a[0]), double(b[1] - a[1]), double(b[2] - a[2])};
}

// Adds an increment to a position or velocity. If the old value of a component exceeds limit() = 2^62, or its increment
// is at least 2^61, records perturber `i` as outside of the domain and stops, so that no 64-bit integer overflows.
void PerturberOrbits::add(Place& place, std::size_t i, const glm::dvec3& increment) {
    constexpr double most = 0x1p61;
    for (int axis = 0; axis < 3; ++axis) {
        if (!(std::abs(increment[axis]) < most) || std::abs(place[axis]) > format_.limit()) {
            outside_ = i;
            return;
        }
        place[axis] += std::llrint(increment[axis]);
    }
}

void PerturberOrbits::kick(std::span<const glm::dvec3> accelerations, double dt) {
    const double in_units = std::ldexp(dt, -format_.velocity_exponent);
    for (std::size_t i = 0; i < size(); ++i) add(velocities_[i], i, in_units * accelerations[i]);
}

void PerturberOrbits::shift(std::span<const glm::dvec3> accelerations, double half_dt_squared) {
    const double in_units = std::ldexp(half_dt_squared, -format_.position_exponent);
    for (std::size_t i = 0; i < size(); ++i) add(positions_[i], i, in_units * accelerations[i]);
}

void PerturberOrbits::damp(double factor) {
    for (Place& velocity : velocities_)
        for (std::int64_t& number : velocity) number = std::llrint(static_cast<double>(number) * factor);
}

void PerturberOrbits::update_accelerations() {
    accelerations_.assign(size(), glm::dvec3{0});
    for (std::size_t i = 0; i < size(); ++i)
        for (std::size_t j = i + 1; j < size(); ++j) {
            const glm::dvec3 apart = displacement(i, j);
            const double distance = glm::length(apart);
            const glm::dvec3 pull = apart / (distance * distance * distance);
            accelerations_[i] += masses_[j] * pull;
            accelerations_[j] += -masses_[i] * pull;
        }
}

std::int64_t PerturberOrbits::ticks_of(double time) const {
    constexpr double most = 0x1p62;
    const int exponent = format_.position_exponent - format_.velocity_exponent - bits_of_a_tick;
    return std::llrint(std::clamp(std::ldexp(time, -exponent), -most, most));
}

void PerturberOrbits::move(double ticks) {
    const double in_units = std::ldexp(ticks, -bits_of_a_tick);
    for (std::size_t i = 0; i < size(); ++i) {
        const auto& [x, y, z] = velocities_[i];
        add(positions_[i], i, in_units * glm::dvec3{double(x), double(y), double(z)});
    }
}

void PerturberOrbits::step(std::int64_t ticks) {
    const int exponent = format_.position_exponent - format_.velocity_exponent - bits_of_a_tick;
    const double time = std::ldexp(gravity_ * static_cast<double>(ticks), exponent);
    double last = 0;
    for (const double weight : weights) {
        kick(accelerations_, (last + weight) * time / 2);
        move(weight * static_cast<double>(ticks));
        update_accelerations();
        last = weight;
    }
    kick(accelerations_, last * time / 2);
    ++steps_taken_;
}

// Returns the step density, in units of unit_of_density, that the closest pairs require. Each pair allows
// steps of a fraction of its free-fall time, and no step may be longer than the longest step.
std::int64_t PerturberOrbits::density_wanted(double gravity) const {
    const int exponent = format_.position_exponent - format_.velocity_exponent - bits_of_a_tick;
    const double times = std::ldexp(1 / step_share, exponent + bits_of_longest);
    double sum = 0;
    for (std::size_t i = 0; i < size(); ++i)
        for (std::size_t j = i + 1; j < size(); ++j) {
            const double r = glm::length(displacement(i, j));
            sum += (masses_[i] + masses_[j]) / (r * r * r);
        }
    const double density = std::sqrt(1 + 2 * std::abs(gravity) * sum * times * times);
    return std::llrint(std::min(density, most_dense) / unit_of_density);
}

std::pair<std::size_t, std::size_t> PerturberOrbits::fastest_pair() const {
    std::pair<std::size_t, std::size_t> fastest{0, 1};
    double most = 0;
    for (std::size_t i = 0; i < size(); ++i)
        for (std::size_t j = i + 1; j < size(); ++j) {
            const double r = glm::length(displacement(i, j)), density = (masses_[i] + masses_[j]) / (r * r * r);
            if (density > most) most = density, fastest = {i, j};
        }
    return fastest;
}

std::int64_t PerturberOrbits::next_step() const {
    const double density = unit_of_density * static_cast<double>(clock_.pace.density);
    const double ticks = std::ldexp(1 / std::max(density, 1.0), bits_of_longest);
    return std::max<std::int64_t>(std::llrint(ticks), clock_.restart.shortest);
}

// Returns the last restart (the state from which the step density continues) if this restart is still suitable. Returns
// a new restart in three cases: there is no last restart; the density differs from the required density by more than a
// factor of 1.5, as after kicks by field bodies; or the shortest step for `dt` is more than four times as long as the
// shortest step of the last restart.
PerturberRestart PerturberOrbits::restart_for(double gravity, double dt) const {
    constexpr double most_deviation = 1.5;
    if (size() < 2) return {};
    const PerturberRestart& last = clock_.restart;
    const std::int64_t shortest = std::max<std::int64_t>(1, std::abs(ticks_of(dt)) >> bits_of_shortest);
    const auto density = static_cast<double>(clock_.pace.density),
               wanted = static_cast<double>(density_wanted(gravity));
    const bool suits = density < most_deviation * wanted && wanted < most_deviation * density;
    if (last.number > 0 && suits && shortest <= 4 * last.shortest) return last;
    return {last.number + 1, shortest, clock_.pace};
}

void PerturberOrbits::begin_drift(double gravity, double dt, const PerturberRestart& restart) {
    gravity_ = gravity;
    is_backwards_ = dt < 0;
    left_ = std::abs(ticks_of(dt));
    steps_before_drift_ = steps_taken_;
    if (size() < 2) return;
    update_accelerations();
    if (restart != clock_.restart) {
        const bool is_undone = restart.number < clock_.restart.number;
        clock_ = {restart, is_undone ? clock_.restart.before : PerturberPace{0, density_wanted(gravity)}};
    }
    step(-clock_.pace.since);
    left_ += is_backwards_ ? -clock_.pace.since : clock_.pace.since;
}

// Computes whole steps toward the target time of the drift. A forward drift stops before a whole step would pass the
// target time. A backward drift stops when a whole step has reached or passed the target time. In both cases, a partial
// step forward in time then leads to the target time.
bool PerturberOrbits::drift_on(long most_steps) {
    PerturberPace& pace = clock_.pace;
    if (size() < 2) {
        move(static_cast<double>(is_backwards_ ? -left_ : left_));
        return true;
    }
    if (steps_taken_ - steps_before_drift_ > most_steps_of_a_drift) too_near_ = fastest_pair();
    const auto is_there = [&] { return outside_ || too_near_ || (is_backwards_ ? left_ <= 0 : next_step() > left_); };
    const auto turn = [&] { pace.density = 2 * density_wanted(gravity_) - pace.density; };
    for (; !is_there() && most_steps > 0; --most_steps) {
        if (is_backwards_) turn();
        const std::int64_t ticks = next_step();
        step(is_backwards_ ? -ticks : ticks);
        if (!is_backwards_) turn();
        left_ -= ticks;
    }
    if (!is_there()) return false;
    if (too_near_) return true;
    pace.since = is_backwards_ ? -left_ : left_;
    step(pace.since);
    return true;
}

}  // namespace milkomeda
