// These tests check the rigid Milky Way of restricted encounters against the galaxy model that it is computed from, and
// against runs with live galaxies.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "assets/assets.hpp"
#include "data/base/units.hpp"
#include "data/encounter/encounter.hpp"
#include "data/galaxies/galaxy_model.hpp"
#include "data/galaxies/milky_way.hpp"
#include "data/scene/scene.hpp"

using namespace milkomeda;

namespace {

const GalaxyPotential& rigid_milky_way() { return potential_of(RigidGalaxy::milky_way); }

const GalaxyModel& own_model() {
    static const GalaxyModel model{milky_way_spec()};
    return model;
}

// Returns the mass of the model within this radius, in model units.
double mass_inside(double kpc) {
    const double r = kpc / kpc_per_length;
    return own_model().spheroids_inside(r) + own_model().disk->mass_inside_sphere(r);
}

// The mass of the Milky Way in a line of parameters: its mass within 30 kpc in 1e11 solar masses.
double own_mass() { return mass_inside(30) * solar_masses_per_mass / encounter_solar_masses; }

EncounterParameters own_encounter(double mass1, double mass2) {
    EncounterParameters parameters;
    parameters.rigid_galaxies = RigidGalaxy::milky_way;
    parameters.galaxies[0].mass = mass1, parameters.galaxies[1].mass = mass2;
    return parameters;
}

}  // namespace

TEST_CASE("the rigid Milky Way is the Milky Way of the shipped scenes") {
    for (const char* name : {"milky-way-andromeda", "milky-way"}) {
        CAPTURE(std::string{name});
        const Scene scene = scene_of_text(name, Assets{}.read(fmt::format("data/scenes/{}.toml", name)));
        GalaxySpec model = scene.galaxies[0].model;
        // Numbers of bodies, gas and random motions have no influence on the mass.
        model.gas.reset();
        model.disk->bodies.reset(), model.bulge->bodies.reset(), model.halo->bodies.reset();
        model.disk->toomre_q = DiskSpec{}.toomre_q;
        model.disk->radial_dispersion.reset();
        CHECK(model == milky_way_spec());
    }
}

TEST_CASE("the rigid Milky Way has the enclosed mass and the rotation curve of the galaxy model") {
    CHECK(own_mass() == doctest::Approx(3.09).epsilon(0.01));
    for (const double kpc : {0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0, 100.0, 119.0, 140.0, 1000.0}) {
        CAPTURE(kpc);
        const double r = kpc / encounter_kpc;
        // A look-up is at most half a bin of 0.001 away from r, and the attraction falls at most as 1 / r^2.
        const double tolerance = 1e-3 / r;
        const double inside = own_mass() * rigid_milky_way().attraction(r) * r * r;
        CHECK(inside * encounter_solar_masses ==
              doctest::Approx(mass_inside(kpc) * solar_masses_per_mass).epsilon(tolerance).scale(0));
        const double km_s = km_s_per_velocity * std::sqrt(mass_inside(kpc) * kpc_per_length / kpc);
        // The units of encounters are rounded to five digits.
        CHECK(encounter_km_s * rigid_milky_way().circular_speed(r, own_mass()) ==
              doctest::Approx(km_s).epsilon(tolerance + 1e-4).scale(0));
    }
    CHECK(rigid_milky_way().attraction(2 - 5e-4) * 4 == doctest::Approx(1).epsilon(1e-3));
    CHECK(rigid_milky_way().mass_within_edge() == doctest::Approx(own_model().mass() / mass_inside(30)));
    CHECK(own_model().edge() * kpc_per_length / encounter_kpc < rigid_milky_way().mass_edge());
    CHECK(rigid_milky_way().attraction(0) < rigid_milky_way().attraction(0.02));  // finite without softening
    CHECK(std::isfinite(rigid_milky_way().smooth_attraction_over_r(0)));
    CHECK(rigid_milky_way().disk_mass() == doctest::Approx(0.81742 / mass_inside(30)));
}

TEST_CASE("the dispersion of the rigid halo is that of its distribution function") {
    // The halo is a King model: f ~ exp((psi - v^2 / 2) / 0.96^2) - 1 (King 1966, AJ 71, 64).
    for (const double kpc : {2.0, 6.0, 15.0, 30.0, 60.0, 90.0, 110.0}) {
        CAPTURE(kpc);
        const double psi = own_model().psi(kpc / kpc_per_length), fastest = std::sqrt(2 * psi);
        double density = 0, pressure = 0;
        constexpr int speeds = 2000;
        for (int i = 0; i < speeds; ++i) {
            const double v = fastest * (i + 0.5) / speeds, f = std::expm1((psi - v * v / 2) / (0.96 * 0.96));
            density += v * v * f, pressure += v * v * v * v * f / 3;
        }
        const double expected = km_s_per_velocity * std::sqrt(pressure / density);
        const double found = encounter_km_s * std::sqrt(own_mass()) * rigid_milky_way().dispersion(kpc / encounter_kpc);
        // The density is a mean over a shell of 2 % of the radius, in which the outer halo falls by 10 %.
        CHECK(found == doctest::Approx(expected).epsilon(0.01).scale(0));
    }
}

TEST_CASE("the density of the rigid halo adds up to its mass") {
    double mass = 0;
    for (double r = 5e-4; r < 8; r += 1e-3) mass += 4 * std::numbers::pi * r * r * rigid_milky_way().density(r) * 1e-3;
    CHECK(mass == doctest::Approx(10.2151 / mass_inside(30)).epsilon(1e-3));
    CHECK(rigid_milky_way().density(8.2) == 0);
}

TEST_CASE("a circular orbit of the rigid Milky Ways without friction stays circular") {
    for (const double radius : {0.5, 2.0, 6.0, 12.0}) {
        CAPTURE(radius);
        const EncounterParameters pair = own_encounter(2, 1);
        const RelativeOrbit orbit{pair, 0};
        PhasePoint state{{radius, 0, 0}, {0, rigid_milky_way().circular_speed(radius, 3), 0}};
        for (int i = 0; i < 2000; ++i) {
            orbit.advance(state, 0.01);
            // The attraction is constant in each bin of 0.001, so that the radius varies by about a bin.
            REQUIRE(std::abs(glm::length(state.position) - radius) < 2e-3);
        }
    }
}

TEST_CASE("an orbit of the rigid Milky Ways without friction keeps its energy, also beyond the tables") {
    const EncounterParameters pair = own_encounter(1.5, 1);
    const RelativeOrbit orbit{pair, 0};
    const auto energy = [&](const PhasePoint& state) {  // relative to r = 20
        const double r = glm::length(state.position);
        double sum = 0;
        for (double x = 0.5e-3; x < 20; x += 1e-3) sum += x < r ? 0 : rigid_milky_way().attraction(x) * 1e-3;
        return glm::dot(state.velocity, state.velocity) / 2 - 2.5 * sum;
    };
    PhasePoint state{{14, 0, 0}, {-0.3, 0.12, 0}};
    const double before = energy(state), kinetic = 0.5 * (0.3 * 0.3 + 0.12 * 0.12);
    double nearest = 14, fastest = 0;
    for (int i = 0; i < 6000; ++i) {
        orbit.advance(state, 0.005);
        nearest = std::min(nearest, glm::length(state.position));
        fastest = std::max(fastest, glm::length(state.velocity));
    }
    CHECK(nearest < 2);
    CHECK(fastest * fastest / 2 > 10 * kinetic);
    // The steps of the table limit the accuracy; the energy at the closest approach is more than ten times larger.
    CHECK(std::abs(energy(state) - before) < 2e-3 * fastest * fastest / 2);
}

TEST_CASE("the friction of the rigid Milky Ways is the sum of Chandrasekhar's frictions of both galaxies") {
    const double m1 = 2, m2 = 0.5, speed = 1.3, r = 1.5;
    const auto friction_at = [&](double first, double second, double distance) {
        return RelativeOrbit{own_encounter(first, second)}.friction({{distance, 0, 0}, {0, speed, 0}});
    };
    // Share of a Maxwell distribution below the speed, by quadrature.
    const auto share = [&](double dispersion) {
        double sum = 0;
        constexpr int steps = 2000;
        for (int i = 0; i < steps; ++i) {
            const double v = speed * (i + 0.5) / steps;
            sum += 4 * std::numbers::pi * v * v * std::exp(-v * v / (2 * dispersion * dispersion)) * speed / steps;
        }
        return sum / std::pow(2 * std::numbers::pi * dispersion * dispersion, 1.5);
    };
    const double density = rigid_milky_way().density(r), dispersion = rigid_milky_way().dispersion(r);
    constexpr double coulomb = 0.7;  // docs/encounters.md
    const double expected =
        4 * std::numbers::pi * coulomb / (speed * speed * speed) *
        (m2 * m1 * density * share(std::sqrt(m1) * dispersion) + m1 * m2 * density * share(std::sqrt(m2) * dispersion));
    CHECK(friction_at(m1, m2, r) == doctest::Approx(expected).epsilon(1e-5));
    CHECK(friction_at(m1, m2, r) == doctest::Approx(friction_at(m2, m1, r)));
    CHECK(friction_at(m1, m2, 8.2) == 0);
}

// Separations of two live Milky Ways on orbits that are parabolic for point masses, measured as docs/encounters.md
// says.
TEST_CASE("the rigid orbit predicts the separation of live galaxies") {
    struct Row {
        double time;  // model units
        double live;  // kpc
    };
    struct Run {
        double pericenter, mass2;  // of the orbit of point masses in model units; mass of galaxy 2 in Milky Ways
        std::vector<Row> rows;
    };
    const std::vector<Run> runs{{2, 1, {{10, 91.0}, {20, 26.0}, {24, 18.4}, {28, 43.0}, {32, 56.1}, {40, 62.0}}},
                                {5, 1, {{10, 94.2}, {20, 39.5}, {24, 21.4}, {28, 34.3}, {32, 52.8}, {40, 72.2}}},
                                {10, 1, {{10, 99.5}, {20, 56.9}, {24, 42.8}, {28, 39.0}, {32, 48.0}, {40, 74.9}}},
                                {5, 0.3333, {{10, 103.4}, {20, 60.3}, {24, 41.0}, {28, 25.2}, {32, 26.0}, {40, 57.2}}}};
    for (const Run& run : runs) {
        CAPTURE(run.pericenter);
        CAPTURE(run.mass2);
        constexpr double separation = 35, length = encounter_kpc / kpc_per_length;
        const double mass = own_model().mass() * (1 + run.mass2);
        const double across = std::sqrt(2 * mass * run.pericenter) / separation,
                     inward = std::sqrt(2 * mass / separation - across * across);
        constexpr double speed = encounter_km_s / km_s_per_velocity;
        PhasePoint state{{separation / length, 0, 0}, {-inward / speed, across / speed, 0}};
        const RelativeOrbit orbit{own_encounter(own_mass(), own_mass() * run.mass2)};
        double time = 0;
        for (const Row& row : run.rows) {
            CAPTURE(row.time);
            constexpr double step = 0.02;
            for (; time < row.time; time += step) orbit.advance(state, step / (length / speed));
            CHECK(std::abs(kpc_per_length * length * glm::length(state.position) - row.live) < 0.1 * row.live + 4);
        }
    }
}
