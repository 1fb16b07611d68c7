// Galaxies must be in equilibrium with softened forces.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "data/galaxies/softened_pull.hpp"
#include "tests/scenes.hpp"

using namespace milkomeda;

namespace {

// Mass inside the distance r of a Plummer sphere with the mass 1 and the scale length 1.
double plummer_inside(double r) { return std::pow(r / std::hypot(r, 1), 3); }

}  // namespace

TEST_CASE(
    "the softened attraction of a small sphere is that of a softened point, and of a large sphere that of its mass") {
    const double softening = 0.3;
    // All mass is inside the distance 0.005.
    const PiecewiseLinear point = softened_pull([](double r) { return std::min(1.0, r / 0.005); }, 10, softening);
    const PiecewiseLinear sphere = softened_pull(plummer_inside, 10, 0), soft = softened_pull(plummer_inside, 10, 0.01);
    for (const double r : {0.05, 0.3, 1.0, 3.0}) {
        CAPTURE(r);
        // Straight lines join the 240 distances of the table, and each of the 600 shells is inside or outside of r.
        CHECK(point(r) == doctest::Approx(std::pow(r * r + softening * softening, -1.5)).scale(0).epsilon(2e-3));
        CHECK(sphere(r) == doctest::Approx(plummer_inside(r) / (r * r * r)).scale(0).epsilon(5e-3));
        CHECK(soft(r) == doctest::Approx(sphere(r)).scale(0).epsilon(5e-3));
    }
}

TEST_CASE("a thin sheet attracts with 2 pi times its surface density, less within the softening length") {
    CHECK(softened_sheets(1, 0, 0) == doctest::Approx(2 * std::numbers::pi).scale(0));
    CHECK(softened_sheets(0.5, 1, 0) == 0);
    CHECK(softened_sheets(0.3, 0, 0.4) == doctest::Approx(2 * std::numbers::pi * 0.6).scale(0));
    for (const double z : {0.05, 0.1, 0.4})
        CHECK(softened_layer(z, 0.1, 0) ==
              doctest::Approx(2 * std::numbers::pi * std::tanh(z / 0.1)).scale(0).epsilon(0.02));
}

TEST_CASE("softening reduces the speeds in the center of a bulge, and hardly those of the halo") {
    const GalaxyModel model{stellar_scene("milky-way").galaxies.front().model};
    const Spheroid &bulge = model.spheroids[0], &halo = model.spheroids[1];
    const PiecewiseLinear of_bulge = softened_speeds(model, bulge, 0.08), of_halo = softened_speeds(model, halo, 0.08),
                          without = softened_speeds(model, bulge, 0);
    CHECK(of_bulge(0.1) < 0.9);
    CHECK(of_bulge(0.1) < of_bulge(0.5));
    CHECK(of_halo(3) == doctest::Approx(1).scale(0).epsilon(0.01));
    for (const double r : {0.05, 0.2, 1.0}) CHECK(without(r) == doctest::Approx(1).scale(0).epsilon(0.01));
}
