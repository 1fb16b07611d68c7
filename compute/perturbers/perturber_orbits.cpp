#include "compute/perturbers/perturber_orbits.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace milkomeda {
namespace {

// Beyond the bodies of the start: a close passage may be that much faster, or throw one so far.
constexpr double room_to_go = 4096, room_to_hurry = 65536;

int exponent_for(double most, double room) {
    return static_cast<int>(std::ceil(std::log2(room * (most > 0 ? most : 1)))) - 62;
}

double largest(std::span<const Float4> rows) {
    double most = 0;
    for (const Float4& row : rows)
        for (const float number : {row.x, row.y, row.z})
            if (std::isfinite(number)) most = std::max(most, std::abs(double{number}));
    return most;
}

// Sixth order from seven leapfrog steps (Yoshida 1990, Phys. Lett. A 150, 262, table 1, solution A).
constexpr double w1 = -1.17767998417887, w2 = 0.235573213359357, w3 = 0.784513610477560,
                 w0 = 1 - 2 * (w1 + w2 + w3);
constexpr std::array weights{w3, w2, w1, w0, w1, w2, w3};

// Steps of this share of the time in which a pair turns about itself at pericentre: an orbit of eccentricity
// 0.9 then keeps its energy to 1e-8 (tests/kernels/perturbers_test.cpp).
constexpr double step_share = 1.0 / 24;

// In which the pair's place changes by as much as its distance, at the nearest that it comes to within `dt`:
// its pericentre, if it may be reached.
double shortest_time(const Vector3& way, const Vector3& velocity, double mass, double dt) {
    constexpr double margin = 4;
    const double distance = length(way), spin = length(cross(way, velocity));
    const double here =
        std::min(distance / length(velocity), std::sqrt(distance * distance * distance / (2 * mass)));
    if (here > margin * dt) return here;
    const double energy = dot(velocity, velocity) / 2 - mass / distance, parameter = spin * spin / mass;
    const double eccentricity = std::sqrt(std::max(0.0, 1 + 2 * energy * parameter / mass));
    const double fastest = mass / spin * (1 + eccentricity);  // there
    return std::min(here, parameter / (1 + eccentricity) / fastest);
}

}  // namespace

void PerturberOrbits::take(std::span<const Float4> positions, std::span<const Float4> velocities) {
    format_ = {64, exponent_for(largest(positions), room_to_go),
               exponent_for(largest(velocities), room_to_hurry)};
    const auto integers = [&](std::span<const Float4> rows, double unit) {
        std::vector<Place> places;
        for (const Float4& row : rows.last(size()))
            places.push_back(
                {std::llrint(row.x / unit), std::llrint(row.y / unit), std::llrint(row.z / unit)});
        return places;
    };
    positions_ = integers(positions, format_.position_unit());
    velocities_ = integers(velocities, format_.velocity_unit());
    outside_.reset();
}

void PerturberOrbits::hold(const IntegerRows& rows) {
    format_ = rows.format;
    positions_.resize(size());
    velocities_.resize(size());
    std::memcpy(positions_.data(), rows.positions.data(), size() * sizeof(Place));
    std::memcpy(velocities_.data(), rows.velocities.data(), size() * sizeof(Place));
    outside_.reset();
}

IntegerRows PerturberOrbits::rows() const {
    const auto bytes_of = [](const std::vector<Place>& places) {
        const auto bytes = std::as_bytes(std::span{places});
        return std::vector<std::byte>{bytes.begin(), bytes.end()};
    };
    return {format_, bytes_of(positions_), bytes_of(velocities_)};
}

Vector3 PerturberOrbits::position(std::size_t i) const {
    const auto& [x, y, z] = positions_[i];
    return format_.position_unit() * Vector3{double(x), double(y), double(z)};
}

Vector3 PerturberOrbits::velocity(std::size_t i) const {
    const auto& [x, y, z] = velocities_[i];
    return format_.velocity_unit() * Vector3{double(x), double(y), double(z)};
}

Vector3 PerturberOrbits::way(std::size_t from, std::size_t to) const {
    const Place &a = positions_[from], &b = positions_[to];
    return format_.position_unit() * Vector3{double(b[0] - a[0]), double(b[1] - a[1]), double(b[2] - a[2])};
}

double PerturberOrbits::potential(std::size_t i) const {
    double sum = 0;
    for (std::size_t j = 0; j < size(); ++j)
        if (j != i) sum -= masses_[j] / length(way(i, j));
    return sum;
}

// Half of the integers are the range; an increment of more than a quarter of them has left it at once.
void PerturberOrbits::add(Place& place, std::size_t i, const Vector3& increment) {
    constexpr double most = 0x1p61;
    for (std::size_t axis = 0; axis < place.size(); ++axis) {
        if (!(std::abs(increment[axis]) < most) || std::abs(place[axis]) > format_.limit()) {
            outside_ = i;
            return;
        }
        place[axis] += std::llrint(increment[axis]);
    }
}

void PerturberOrbits::kick(std::span<const Vector3> accelerations, double dt) {
    const double in_units = std::ldexp(dt, -format_.velocity_exponent);
    for (std::size_t i = 0; i < size(); ++i) add(velocities_[i], i, in_units * accelerations[i]);
}

void PerturberOrbits::shift(std::span<const Vector3> accelerations, double half_dt_squared) {
    const double in_units = std::ldexp(half_dt_squared, -format_.position_exponent);
    for (std::size_t i = 0; i < size(); ++i) add(positions_[i], i, in_units * accelerations[i]);
}

void PerturberOrbits::damp(double factor) {
    for (Place& velocity : velocities_)
        for (std::int64_t& number : velocity) number = std::llrint(static_cast<double>(number) * factor);
}

void PerturberOrbits::sum_pulls() {
    pulls_.assign(size(), {});
    for (std::size_t i = 0; i < size(); ++i)
        for (std::size_t j = i + 1; j < size(); ++j) {
            const Vector3 apart = way(i, j);
            const double distance = length(apart);
            const Vector3 pull = apart / (distance * distance * distance);
            pulls_[i] += masses_[j] * pull;
            pulls_[j] += -masses_[i] * pull;
        }
}

void PerturberOrbits::drift(double gravity, double dt, int substeps) {
    const auto move = [&](double time) {
        const double in_units = std::ldexp(time, format_.velocity_exponent - format_.position_exponent);
        for (std::size_t i = 0; i < size(); ++i) {
            const auto& [x, y, z] = velocities_[i];
            add(positions_[i], i, in_units * Vector3{double(x), double(y), double(z)});
        }
    };
    if (size() == 1) return move(dt);
    const double step = std::ldexp(dt, -substeps);
    sum_pulls();
    for (long i = 0; i < 1L << substeps; ++i)
        for (const double weight : weights) {
            kick(pulls_, gravity * weight * step / 2);
            move(weight * step);
            sum_pulls();
            kick(pulls_, gravity * weight * step / 2);
        }
}

int PerturberOrbits::substeps_for(double gravity, double dt) const {
    double shortest = std::abs(dt) / step_share;
    for (std::size_t i = 0; i < size(); ++i)
        for (std::size_t j = i + 1; j < size(); ++j)
            shortest = std::min(shortest, shortest_time(way(i, j), velocity(j) - velocity(i),
                                                        gravity * (masses_[i] + masses_[j]), std::abs(dt)));
    const double wanted = std::log2(std::abs(dt) / (step_share * shortest));
    if (!(wanted < most_substeps)) return most_substeps;
    return std::min(most_substeps, 2 * static_cast<int>(std::ceil(wanted / 2)));  // they change rarely
}

}  // namespace milkomeda
