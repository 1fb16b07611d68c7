#include "data/series/snapshot_interpolation.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "data/base/formation.hpp"

using namespace milkomeda;

namespace {

// Returns the position or velocity of a body that moves on the cubic x = a + b t + c t^2 + d t^3. The coefficients
// differ between the axes.
double cubic(std::size_t row, int axis, double t, bool velocity) {
    const double a = static_cast<double>(row) - 3, b = 0.5 * axis - 1, c = 0.25 * (axis + 1),
                 d = -0.125 * static_cast<double>(row % 3);
    return velocity ? b + t * (2 * c + 3 * d * t) : a + t * (b + t * (c + d * t));
}

ParticleSet cubics(double t, std::size_t bodies) {
    ParticleSet particles;
    particles.time = t;
    const auto row = [&](std::size_t i, bool velocity, float w) {
        const auto on = [&](int axis) { return static_cast<float>(cubic(i, axis, t, velocity)); };
        return Float4{on(0), on(1), on(2), w};
    };
    for (std::size_t i = 0; i < bodies; ++i) {
        particles.positions.push_back(row(i, false, static_cast<float>(1 + i)));
        particles.velocities.push_back(row(i, true, 0));
        particles.ids.push_back(static_cast<std::uint32_t>(i));
    }
    return particles;
}

bool is_same(const Float4& a, const Float4& b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }

bool are_same(const std::vector<Float4>& a, const std::vector<Float4>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), is_same);
}

}  // namespace

TEST_CASE("interpolation between snapshots reproduces positions and velocities of cubic motion") {
    constexpr std::size_t bodies = 7;
    const ParticleSet before = cubics(1, bodies), after = cubics(2.5, bodies);
    Rows rows;
    for (const double t : {1.0001, 1.3, 1.75, 2.2, 2.4999}) {
        CAPTURE(t);
        interpolate(before, after, t, rows);
        REQUIRE(rows.positions.size() == bodies);
        // All numbers are below 16, where neighboring floats differ by 1e-6. Six rounding errors of this size add up.
        // Velocities are differences divided by 1.5 and multiplied by at most 1.5.
        constexpr double tolerance = 6e-6;
        for (std::size_t i = 0; i < bodies; ++i) {
            const Float4 x = rows.positions[i], v = rows.velocities[i];
            CHECK(std::abs(x.x - cubic(i, 0, t, false)) < tolerance);
            CHECK(std::abs(x.y - cubic(i, 1, t, false)) < tolerance);
            CHECK(std::abs(x.z - cubic(i, 2, t, false)) < tolerance);
            CHECK(x.w == before.positions[i].w);
            CHECK(std::abs(v.x - cubic(i, 0, t, true)) < tolerance);
            CHECK(std::abs(v.y - cubic(i, 1, t, true)) < tolerance);
            CHECK(std::abs(v.z - cubic(i, 2, t, true)) < tolerance);
            CHECK(v.w == 0);
        }
    }
}

TEST_CASE("at or outside the times of two snapshots, interpolation returns the nearer snapshot unchanged") {
    const ParticleSet before = cubics(0.1, 5), after = cubics(0.3, 5);
    Rows rows;
    for (const double t : {-1.0, 0.1}) {
        interpolate(before, after, t, rows);
        CHECK(are_same(rows.positions, before.positions));
        CHECK(are_same(rows.velocities, before.velocities));
    }
    for (const double t : {0.3, 2.0}) {
        interpolate(before, after, t, rows);
        CHECK(are_same(rows.positions, after.positions));
        CHECK(are_same(rows.velocities, after.velocities));
    }
}

TEST_CASE("masses are interpolated linearly between snapshots") {
    ParticleSet before = cubics(0, 1), after = cubics(1, 1);
    after.positions[0].w = 3;
    Rows rows;
    interpolate(before, after, 0.25, rows);
    CHECK(rows.positions[0].w == 1.5f);
}

TEST_CASE("between two snapshots, gas has interpolated smoothing lengths and becomes stars at their time of birth") {
    ParticleSet before = cubics(2, 3), after = cubics(3, 3);
    const auto star = static_cast<float>(2.5 - latest_birth);  // born at t = 2.5
    before.velocities[0].w = 0.5f, after.velocities[0].w = 0.9f;
    before.velocities[1].w = 0.5f, after.velocities[1].w = star;
    before.velocities[2].w = after.velocities[2].w = star - 1;
    Rows rows;
    interpolate(before, after, 2.25, rows);
    CHECK(rows.velocities[0].w == doctest::Approx(0.6).scale(0).epsilon(1e-6));  // rounding of floats
    CHECK(rows.velocities[1].w == 0.5f);
    CHECK(rows.velocities[2].w == star - 1);
    interpolate(before, after, 2.75, rows);
    CHECK(rows.velocities[1].w == star);
}
