// These tests compare two-body orbits with results computed by hand and with a numerical integration.
#include "data/scene/kepler.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "data/scene/orbit.hpp"

using namespace milkomeda;
using std::numbers::pi;

namespace {

constexpr double mass = 4;

struct OrbitState {
    glm::dvec3 position{0}, velocity{0};
};

// Returns position and velocity at a true anomaly in the plane z = 0. The orbit has eccentricity e and pericenter
// distance q.
OrbitState state_at(double e, double q, double anomaly) {
    const double spin = std::sqrt(mass * q * (1 + e)), r = q * (1 + e) / (1 + e * std::cos(anomaly));
    return {{r * std::cos(anomaly), r * std::sin(anomaly), 0},
            {-mass / spin * std::sin(anomaly), mass / spin * (e + std::cos(anomaly)), 0}};
}

// Rotates a vector obliquely about the origin, so that the orbit is not aligned with the coordinate axes.
glm::dvec3 turned(glm::dvec3 v) {
    const double c = 0.6, s = 0.8;
    const glm::dvec3 w{c * v.x - s * v.y, s * v.x + c * v.y, v.z};
    return {w.x, c * w.y - s * w.z, s * w.y + c * w.z};
}

KeplerOrbit orbit_of(const OrbitState& m) {
    const auto orbit = kepler_orbit(m.position, m.velocity, mass);
    REQUIRE(orbit);
    return *orbit;
}

glm::dvec3 acceleration(glm::dvec3 x) { return (-mass / std::pow(glm::dot(x, x), 1.5)) * x; }

// Returns the state after one step of the fourth-order Runge-Kutta method.
OrbitState stepped(const OrbitState& m, double dt) {
    const auto after = [&](const OrbitState& slope, double h) {
        return OrbitState{m.position + h * slope.position, m.velocity + h * slope.velocity};
    };
    const auto slope = [](const OrbitState& s) { return OrbitState{s.velocity, acceleration(s.position)}; };
    const OrbitState a = slope(m), b = slope(after(a, dt / 2)), c = slope(after(b, dt / 2)), d = slope(after(c, dt));
    return {m.position + (dt / 6) * (a.position + 2.0 * b.position + 2.0 * c.position + d.position),
            m.velocity + (dt / 6) * (a.velocity + 2.0 * b.velocity + 2.0 * c.velocity + d.velocity)};
}

// Each row is eccentricity, pericenter distance and initial true anomaly. The rows cover every kind of orbit, before
// and after pericenter.
constexpr std::array<std::array<double, 3>, 9> orbits{{{0.3, 2, -2},
                                                       {0.6, 2, -pi + 0.1},
                                                       {0.6, 2, 1},
                                                       {0.99, 0.5, -2.8},
                                                       {1 - 1e-13, 1, -2},
                                                       {1, 2, -2.3},
                                                       {1 + 1e-13, 1, -2},
                                                       {1.5, 2, -1.9},
                                                       {4, 1, -1.5}}};

}  // namespace

TEST_CASE("the orbital elements are recovered from position and velocity for every orientation of the orbit") {
    for (const auto& [e, q, start] : orbits) {
        CAPTURE(e);
        CAPTURE(start);
        const OrbitState m = state_at(e, q, start);
        const KeplerOrbit orbit = orbit_of({turned(m.position), turned(m.velocity)});
        // The tolerance allows rounding errors of the vectors, amplified by a few operations.
        CHECK(orbit.eccentricity == doctest::Approx(e).epsilon(1e-12).scale(0));
        CHECK(orbit.pericenter == doctest::Approx(q).epsilon(1e-12).scale(0));
        CHECK(orbit.start == doctest::Approx(start).epsilon(1e-12).scale(0));
        CHECK(glm::length(orbit.to_pericenter - turned({1, 0, 0})) < 1e-12);
        CHECK(glm::length(orbit.onward - turned({0, 1, 0})) < 1e-12);
        CHECK(glm::length(orbit.position(orbit.start) - turned(m.position)) < 1e-11);
        CHECK(glm::length(orbit.position(0) - turned({q, 0, 0})) < 1e-11);
    }
}

TEST_CASE("a numerically integrated orbit reaches pericenter at the predicted time") {
    for (const auto& [e, q, start] : orbits) {
        CAPTURE(e);
        CAPTURE(start);
        OrbitState m = state_at(e, q, start);
        const double time = time_to_pericenter(orbit_of(m));
        REQUIRE(time > 0);
        constexpr int steps = 200'000;
        for (int i = 0; i < steps; ++i) m = stepped(m, time / steps);
        // The tolerance allows the error of the numerical integration, which is largest for the closest passage.
        CHECK(glm::length(m.position - glm::dvec3{q, 0, 0}) < 1e-6 * q);
        CHECK(glm::dot(m.position, m.velocity) == doctest::Approx(0).scale(1).epsilon(1e-6));
    }
}

TEST_CASE("the time to pericenter follows Barker's equation for a parabola and is half a period for an ellipse") {
    // For a true anomaly of 90 degrees, Barker's equation gives t = sqrt(2 q^3 / M) (1 + 1 / 3).
    CHECK(time_to_pericenter(orbit_of(state_at(1, 2, -pi / 2))) ==
          doctest::Approx(2 * 4.0 / 3).epsilon(1e-12).scale(0));
    // Half a period is pi sqrt(a^3 / M) with a = 5. The tolerance is larger because rounding puts the start slightly
    // before or after apocenter.
    const KeplerOrbit ellipse = orbit_of(state_at(0.6, 2, -pi));
    CHECK(time_to_pericenter(ellipse) == doctest::Approx(pi * std::sqrt(125 / mass)).epsilon(1e-9).scale(0));
    CHECK(ellipse.period() == doctest::Approx(2 * pi * std::sqrt(125 / mass)).epsilon(1e-12).scale(0));
}

TEST_CASE("after pericenter, the time to pericenter is positive on an ellipse and negative on an open orbit") {
    const double before = time_to_pericenter(orbit_of(state_at(0.6, 2, -1)));
    const KeplerOrbit after = orbit_of(state_at(0.6, 2, 1));
    CHECK(time_to_pericenter(after) == doctest::Approx(after.period() - before).epsilon(1e-12).scale(0));
    for (const double e : {1.0, 1.5}) {
        const KeplerOrbit gone = orbit_of(state_at(e, 2, 1));
        CHECK(time_to_pericenter(gone) ==
              doctest::Approx(-time_to_pericenter(orbit_of(state_at(e, 2, -1)))).epsilon(1e-12).scale(0));
        CHECK(time_to_pericenter(gone) < 0);
    }
    CHECK(orbit_of(state_at(1.5, 2, 1)).period() == std::numeric_limits<double>::infinity());
}

TEST_CASE("a circular orbit has its pericenter at its start") {
    const KeplerOrbit circle = orbit_of(state_at(0, 3, 1.2));
    CHECK(circle.eccentricity < 1e-12);
    CHECK(circle.start == 0);
    CHECK(time_to_pericenter(circle) == doctest::Approx(0));
    for (const glm::dvec3& x : arc(circle, 10, 9)) CHECK(glm::length(x) == doctest::Approx(3).epsilon(1e-12).scale(0));
}

TEST_CASE("radial motion has no pericenter and yields no Kepler orbit") {
    CHECK_FALSE(kepler_orbit({3, 4, 0}, {-0.3, -0.4, 0}, mass));
    CHECK_FALSE(kepler_orbit({3, 4, 0}, {0, 0, 0}, mass));
    CHECK_FALSE(kepler_orbit({0, 0, 0}, {1, 0, 0}, mass));
}

TEST_CASE("the drawn arc of an orbit lies on a conic, is symmetric about pericenter and ends at the given distance") {
    for (const auto& [e, q, start] : orbits) {
        CAPTURE(e);
        const KeplerOrbit orbit = orbit_of(state_at(e, q, start));
        const double apocenter = e < 1 ? q * (1 + e) / (1 - e) : 1e9, reach = 4 * q;
        const std::vector<glm::dvec3> points = arc(orbit, reach, 65);
        REQUIRE(points.size() == 65);
        for (const glm::dvec3& x : points) {
            // A conic satisfies r + e x = q (1 + e), where r is the distance from its focus.
            CHECK(glm::length(x) + e * x.x == doctest::Approx(q * (1 + e)).epsilon(1e-9).scale(0));
            CHECK(glm::length(x) <= reach * (1 + 1e-9));
        }
        CHECK(glm::length(points[32] - glm::dvec3{q, 0, 0}) < 1e-9);
        CHECK(points[33].y > 0);  // Points after pericenter are in the direction of motion, +y.
        CHECK(glm::length(points[0]) == doctest::Approx(std::min(reach, apocenter)).epsilon(1e-9).scale(0));
        CHECK(glm::length(points[64]) == doctest::Approx(std::min(reach, apocenter)).epsilon(1e-9).scale(0));
    }
}

TEST_CASE("galaxies placed by an [orbit] table have the requested orbital elements") {
    Scene scene;
    scene.galaxies.resize(2);
    for (const SceneOrbit& wanted : {SceneOrbit{1, 2.2, 14}, {0.7, 2, 9}, {1.3, 3, 20}}) {
        scene.orbit = wanted;
        const auto placed = place_galaxies(scene, {3, 1});
        const KeplerOrbit orbit =
            orbit_of({placed[1].center - placed[0].center, placed[1].velocity - placed[0].velocity});
        CHECK(orbit.eccentricity == doctest::Approx(wanted.eccentricity).epsilon(1e-12).scale(0));
        CHECK(orbit.pericenter == doctest::Approx(wanted.pericenter).epsilon(1e-12).scale(0));
        CHECK(orbit.distance(orbit.start) == doctest::Approx(wanted.separation).epsilon(1e-12).scale(0));
        CHECK(time_to_pericenter(orbit) > 0);
    }
}
