#include "data/galaxy_model.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

using namespace milkomeda;

namespace {

// The slow twin of KingSpheroid: the integral of v^2 f over speeds by the midpoint rule.
double bodies_slower_than(const KingSpheroid& spheroid, double psi, double speed) {
    constexpr int steps = 20'000;
    const double s2 = spheroid.dispersion * spheroid.dispersion;
    double sum = 0;
    for (int i = 0; i < steps; ++i) {
        const double v = (i + 0.5) * speed / steps;
        sum += v * v * (std::exp((psi - spheroid.cutoff - v * v / 2) / s2) - 1);
    }
    return sum * speed / steps;
}

}  // namespace

TEST_CASE("the potential and the masses are those measured on the dataset") {
    const GalaxyModel model;
    // The figures are given to four or five digits; half a unit of the last is 5e-5.
    const auto near = [](double value) { return doctest::Approx(value).epsilon(0).scale(1).epsilon(1e-4); };
    CHECK(model.psi(0) == near(5.2));
    CHECK(model.psi(1) == near(2.7976));
    CHECK(model.bulge_mass(1) == near(0.4306));
    CHECK(model.halo_mass(1) == near(0.2628));
    CHECK(model.disk.mass_inside_sphere(1) == near(0.2247));
    CHECK(model.psi(5) == near(1.3250));
    CHECK(std::abs(model.halo_mass(5) - 3.4937) < 2e-4);
    CHECK(model.psi(10) == near(0.6896));
    CHECK(std::abs(model.halo_mass(10) - 7.2987) < 2e-4);
    CHECK(std::abs(model.edge() - 30.0) < 0.05);
    CHECK(std::abs(model.bulge_mass.last_y() - 0.43064) < 2e-5);
    CHECK(std::abs(model.halo_mass.last_y() - 10.2151) < 1e-4);
}

TEST_CASE("the King density is the integral of its distribution function") {
    for (const double w : {0.01, 0.5, 2.0, 5.64}) {
        const KingSpheroid unit{1, 0, 1};
        const double integral =
            bodies_slower_than(unit, w, std::sqrt(2 * w)) * std::sqrt(2 / std::numbers::pi);
        CAPTURE(w);
        CHECK(king_density(w) ==
              doctest::Approx(integral).epsilon(1e-6));  // the midpoint rule's error is 1e-8
    }
    CHECK(king_density(0) == 0);
    CHECK(king_density(-1) == 0);
}

TEST_CASE("speeds follow the distribution function") {
    const GalaxyModel model;
    for (const auto& place : {std::pair{model.halo, 5.0},
                              {model.halo, 0.7},
                              {model.halo, 0.01},
                              {model.bulge, 5.1},
                              {model.bulge, 3.0}}) {
        const KingSpheroid& spheroid = place.first;
        const double psi = place.second;
        CAPTURE(psi);
        const double escape = std::sqrt(2 * (psi - spheroid.cutoff));
        const double all = bodies_slower_than(spheroid, psi, escape);
        for (const double fraction : {1e-4, 0.1, 0.5, 0.9, 0.9999}) {
            const double speed = spheroid.speed(psi, fraction);
            CHECK(speed > 0);
            CHECK(speed < escape);
            // As exact as the midpoint rule and the cancellation near the edge allow.
            CHECK(bodies_slower_than(spheroid, psi, speed) / all == doctest::Approx(fraction).epsilon(1e-5));
        }
    }
    CHECK(model.bulge.speed(model.bulge.cutoff - 1, 0.5) == 0);  // nothing is there to move
}

TEST_CASE("the mass profiles invert") {
    const GalaxyModel model;
    for (const double r : {0.05, 0.2, 0.4})
        CHECK(model.bulge_radius_of_mass(model.bulge_mass(r)) == doctest::Approx(r));
    for (const double r : {0.05, 1.0, 20.0})
        CHECK(model.halo_radius_of_mass(model.halo_mass(r)) == doctest::Approx(r));
}
