// These tests compare galaxy models with analytic results.
#include "data/galaxies/galaxy_model.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "tests/scenes.hpp"

using namespace milkomeda;
using std::numbers::pi;

namespace {

// Returns the galaxy model that both galaxies of the default scene use.
const GalaxySpec& fitted_spec() {
    static const GalaxySpec spec = shipped_scene("milky-way-andromeda").galaxies[0].model;
    return spec;
}

// Returns an isolated sphere of mass 1 and scale radius 1 that ends at the radius `edge`.
constexpr double no_edge = std::numeric_limits<double>::infinity();
GalaxyModel sphere(Profile profile, double edge) {
    GalaxySpec spec;
    spec.stars.emplace();
    spec.stars->profile = profile;
    spec.stars->mass = 1;
    spec.stars->edge = edge;
    return GalaxyModel(spec);
}

// Integrates v^2 f of a King model over speeds up to `speed` by the midpoint rule.
double slower_than(const SpheroidSpec& king, double psi, double speed) {
    constexpr int steps = 20'000;
    const double s2 = king.dispersion * king.dispersion;
    double sum = 0;
    for (int i = 0; i < steps; ++i) {
        const double v = (i + 0.5) * speed / steps;
        sum += v * v * (std::exp((psi - king.cutoff - v * v / 2) / s2) - 1);
    }
    return sum * speed / steps;
}

// Returns the mean squared velocity along one axis at radius r.
double dispersion2(const GalaxyModel& model, double r) {
    constexpr int steps = 4000;
    double sum = 0;
    for (int i = 0; i < steps; ++i) {
        const double v = model.spheroids[0].speed(model.psi(r), (i + 0.5) / steps);
        sum += v * v / 3 / steps;
    }
    return sum;
}

}  // namespace

TEST_CASE("potential and enclosed masses of the default galaxy agree with the dataset") {
    const GalaxyModel model(fitted_spec());
    const Spheroid &bulge = model.spheroids[0], &halo = model.spheroids[1];
    // The published values have four or five digits, so their rounding error is at most 5e-5.
    const auto near = [](double value) { return doctest::Approx(value).epsilon(0).scale(1).epsilon(1e-4); };
    CHECK(model.psi(0) == near(5.2));
    CHECK(model.psi(1) == near(2.7976));
    CHECK(bulge.mass_inside(1) == near(0.4306));
    CHECK(halo.mass_inside(1) == near(0.2628));
    CHECK(model.disk->mass_inside_sphere(1) == near(0.2247));
    CHECK(model.psi(5) == near(1.3250));
    CHECK(std::abs(halo.mass_inside(5) - 3.4937) < 2e-4);
    CHECK(model.psi(10) == near(0.6896));
    CHECK(std::abs(halo.mass_inside(10) - 7.2987) < 2e-4);
    CHECK(std::abs(model.edge() - 30.0) < 0.05);
    CHECK(std::abs(bulge.mass - 0.43064) < 2e-5);
    CHECK(std::abs(halo.mass - 10.2151) < 1e-4);
    CHECK(model.mass() == doctest::Approx(0.81742 + 0.43064 + 10.2151).epsilon(1e-5).scale(0));
}

TEST_CASE("the King density is the integral of its distribution function") {
    SpheroidSpec unit;
    unit.dispersion = 1;
    for (const double w : {0.01, 0.5, 2.0, 5.64}) {
        const double integral = slower_than(unit, w, std::sqrt(2 * w)) * std::sqrt(2 / pi);
        CAPTURE(w);
        // The midpoint rule has a relative error of 1e-8.
        CHECK(king_density(w) == doctest::Approx(integral).epsilon(1e-6).scale(0));
    }
    CHECK(king_density(0) == 0);
    CHECK(king_density(-1) == 0);
}

TEST_CASE("the sampled speeds of King models follow the distribution function") {
    const GalaxyModel model(fitted_spec());
    const auto check = [&](std::size_t i, const SpheroidSpec& spec, double psi) {
        CAPTURE(psi);
        const double escape = std::sqrt(2 * (psi - spec.cutoff)), all = slower_than(spec, psi, escape);
        for (const double fraction : {1e-4, 0.1, 0.5, 0.9, 0.9999}) {
            const double speed = model.spheroids[i].speed(psi, fraction);
            CHECK(speed > 0);
            CHECK(speed < escape);
            // The tolerance allows the errors of linear interpolation in a table with 256 speeds per radius and radii
            // in steps of 4 %.
            CHECK(std::abs(slower_than(spec, psi, speed) / all - fraction) < 1e-3);
        }
    };
    for (const double psi : {5.0, 0.7, 0.01}) check(1, *fitted_spec().halo, psi);
    for (const double psi : {5.1, 3.0}) check(0, *fitted_spec().bulge, psi);
    // Beyond the cutoff potential there are no bodies, and the speed is 0.
    CHECK(model.spheroids[0].speed(fitted_spec().bulge->cutoff - 1, 0.5) == 0);
}

TEST_CASE("radius_of_mass() is the inverse function of mass_inside()") {
    const GalaxyModel model(fitted_spec());
    for (const Spheroid& spheroid : model.spheroids)
        for (const double r : {0.05, 0.2, 0.4})
            CHECK(spheroid.radius_of_mass(spheroid.mass_inside(r)) == doctest::Approx(r));
}

TEST_CASE("a Plummer sphere has the analytic potential, mass profile and speed distribution") {
    const GalaxyModel model = sphere(Profile::plummer, no_edge);
    // The tolerance allows the errors of radius steps of 1 % and of the neglected mass beyond 1000 scale radii.
    const double numerical = 1e-4;
    for (const double r : {0.1, 1.0, 10.0}) {
        CHECK(model.psi(r) == doctest::Approx(1 / std::sqrt(1 + r * r)).epsilon(numerical).scale(0));
        CHECK(model.spheroids[0].mass_inside(r) ==
              doctest::Approx(std::pow(1 + 1 / (r * r), -1.5)).epsilon(numerical).scale(0));
        // At all radii, the probability density of q = v / (escape speed) is proportional to q^2 (1 - q^2)^(7/2)
        // (Aarseth, Henon & Wielen 1974).
        for (const double fraction : {0.01, 0.5, 0.99}) {
            const double top = model.spheroids[0].speed(model.psi(r), fraction) / std::sqrt(2 * model.psi(r));
            double below = 0, all = 0;
            for (int i = 0; i < 10'000; ++i) {
                const double q = (i + 0.5) / 10'000, weight = q * q * std::pow(1 - q * q, 3.5);
                all += weight, below += q < top ? weight : 0;
            }
            CAPTURE(r);
            CHECK(std::abs(below / all - fraction) < 1e-3);
        }
    }
}

TEST_CASE("a Hernquist sphere has the analytic potential, mass profile and velocity dispersion") {
    const GalaxyModel model = sphere(Profile::hernquist, no_edge);
    for (const double r : {0.1, 1.0, 10.0}) {
        CAPTURE(r);
        // The model omits the mass beyond 1000 scale radii, which is less than half a percent. All values are therefore
        // too small by up to half a percent.
        CHECK(model.psi(r) == doctest::Approx(1 / (1 + r)).epsilon(4e-3).scale(0));
        CHECK(model.spheroids[0].mass_inside(r) == doctest::Approx(r * r / ((1 + r) * (1 + r))).epsilon(4e-3).scale(0));
        // Hernquist (1990, ApJ 356, 359, eq. 10) gives this velocity dispersion.
        const double expected = (12 * r * std::pow(1 + r, 3) * std::log((1 + r) / r) -
                                 r / (1 + r) * (25 + 52 * r + 42 * r * r + 12 * r * r * r)) /
                                12;
        CHECK(dispersion2(model, r) == doctest::Approx(expected).epsilon(0.01).scale(0));
    }
}

TEST_CASE("an NFW sphere satisfies the Jeans equation") {
    const GalaxyModel model = sphere(Profile::nfw, 10);
    // The Jeans equation d(rho sigma^2)/dr = -rho M / r^2 is integrated between two radii.
    const auto density = [](double r) { return 1 / (std::cosh(r / 10) * r * (1 + r) * (1 + r)); };
    for (const double r : {0.2, 1.0, 8.0}) {
        CAPTURE(r);
        const double outer = 1.5 * r;
        constexpr int steps = 2000;
        double weight = 0;
        for (int i = 0; i < steps; ++i) {
            const double x = r + (i + 0.5) * (outer - r) / steps;
            weight += density(x) * model.spheroids[0].mass_inside(x) / (x * x) * (outer - r) / steps;
        }
        const double drop = density(r) * dispersion2(model, r) - density(outer) * dispersion2(model, outer);
        CHECK(drop == doctest::Approx(weight).epsilon(5e-4).scale(0));  // The measured relative difference is 5e-5.
    }
}

TEST_CASE("a truncated isothermal sphere has the mass profile and satisfies the Jeans equation") {
    const double edge = 10;
    const GalaxyModel model = sphere(Profile::isothermal, edge);
    const auto density = [&](double r) { return std::exp(-r * r / (edge * edge)) / (1 + r * r); };
    const auto integral = [&](double from, double to, auto f) {
        constexpr int steps = 20'000;
        double sum = 0;
        for (int i = 0; i < steps; ++i) sum += f(from + (i + 0.5) * (to - from) / steps) * (to - from) / steps;
        return sum;
    };
    const auto shell = [&](double r) { return r * r * density(r); };
    const double all = integral(0, 60, shell);
    for (const double r : {0.3, 1.0, 5.0, 12.0}) {
        CAPTURE(r);
        CHECK(model.spheroids[0].mass_inside(r) == doctest::Approx(integral(0, r, shell) / all).epsilon(1e-4).scale(0));
        const double outer = 1.3 * r;
        const double weight =
            integral(r, outer, [&](double x) { return density(x) * model.spheroids[0].mass_inside(x) / (x * x); });
        const double drop = density(r) * dispersion2(model, r) - density(outer) * dispersion2(model, outer);
        CHECK(drop == doctest::Approx(weight).epsilon(1e-3).scale(0));  // radii in steps of 4 %
    }
}

TEST_CASE("galaxies for which no equilibrium exists are refused with a reason") {
    GalaxySpec spec = fitted_spec();
    spec.halo->profile = Profile::nfw;
    spec.halo->mass = 1;
    CHECK_THROWS_WITH_AS(GalaxyModel{spec},
                         "a spheroid with profile \"king\" cannot be combined with spheroids of other profiles",
                         std::invalid_argument);

    // A wide core around a small heavy bulge has no equilibrium: its distribution function would be negative at some
    // energies.
    GalaxySpec cored;
    cored.bulge.emplace();
    cored.bulge->profile = Profile::hernquist, cored.bulge->mass = 10, cored.bulge->radius = 0.1;
    cored.halo.emplace();
    cored.halo->profile = Profile::plummer, cored.halo->mass = 1, cored.halo->radius = 1;
    CHECK_THROWS_WITH_AS(GalaxyModel{cored}, doctest::Contains("the halo has no equilibrium"), std::invalid_argument);
}
