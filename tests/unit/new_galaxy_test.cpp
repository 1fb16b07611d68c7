// A galaxy of a shipped kind can be added at any position and with any mass, and the added galaxy is in equilibrium.
#include "data/play/new_galaxy.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "data/particles/structure.hpp"
#include "data/play/predicted_path.hpp"
#include "tests/scenes.hpp"

using namespace milkomeda;

namespace {

GalaxyKind kind_named(const std::string& name) {
    for (const GalaxyKind& kind : galaxy_kinds(Assets{}))
        if (kind.galaxy.name == name) return kind;
    FAIL("no galaxy kind " << name);
    return {};
}

glm::dvec3 mean_position(const ParticleSet& particles) {
    const auto [x, y, z] = center_of_mass(particles);
    return {x, y, z};
}

glm::dvec3 mean_velocity(const ParticleSet& particles) {
    glm::dvec3 momentum{0};
    for (std::size_t row = 0; row < particles.size(); ++row) {
        const Float4& v = particles.velocities[row];
        momentum += double{particles.positions[row].w} * glm::dvec3{v.x, v.y, v.z};
    }
    return momentum / total_mass(particles);
}

// Returns the virial ratio 2 K / |W| about the center of mass, which is 1 in equilibrium.
double virial_ratio(const ParticleSet& particles, double gravity) {
    const glm::dvec3 at_rest = mean_velocity(particles);
    double kinetic = 0, potential = 0;
    for (std::size_t i = 0; i < particles.size(); ++i) {
        const Float4 &p = particles.positions[i], &v = particles.velocities[i];
        const glm::dvec3 velocity = glm::dvec3{v.x, v.y, v.z} - at_rest;
        kinetic += p.w * glm::dot(velocity, velocity) / 2;
        for (std::size_t j = 0; j < i; ++j) {
            const Float4& q = particles.positions[j];
            potential -= gravity * p.w * q.w /
                         std::sqrt(std::pow(p.x - q.x, 2) + std::pow(p.y - q.y, 2) + std::pow(p.z - q.z, 2) + 1e-4);
        }
    }
    return 2 * kinetic / -potential;
}

}  // namespace

TEST_CASE("a galaxy that is added to a run without gas has no gas") {
    const GalaxyKind kind = kind_named("milky-way");
    const ParticleSet with_gas = generate(shipped_scene("milky-way"), 100), without = generate_milky_way(100, 1);
    CHECK(gas_count(sample_galaxy(kind_for_run(kind, with_gas), 100, 1).components) == 20);
    CHECK(gas_count(sample_galaxy(kind_for_run(kind, without), 100, 1).components) == 0);
}

TEST_CASE("a new galaxy can be of every galaxy model in the shipped scenes, and each model is offered once") {
    const std::vector<GalaxyKind> kinds = galaxy_kinds(Assets{});
    REQUIRE(kinds.size() > 6);
    CHECK(kinds[0].title == "Milky Way");
    CHECK(kinds[1].title == "Andromeda");
    const auto count = [&](const std::string& name) {
        return std::ranges::count_if(kinds, [&](const GalaxyKind& kind) { return kind.galaxy.name == name; });
    };
    CHECK(count("milky-way") == 1);
    CHECK(count("satellite") == 1);
    // The galaxy "second" is a copy of the first galaxy of its scene, so "second" is not offered as a separate kind.
    CHECK(count("second") == 0);
    CHECK(count("dubinski") == 0);  // The galaxy "dubinski" is read from a file, so "dubinski" is not a kind.
    for (const GalaxyKind& kind : kinds) {
        CAPTURE(kind.title);
        CHECK_FALSE(kind.galaxy.position);
        CHECK_FALSE(kind.galaxy.spin);
        CHECK(kind.radius > 0);
        CHECK(sample_galaxy(kind, 50, 1).size() == 50);
    }
}

TEST_CASE("a galaxy placed by the user has the requested position, velocity and spin direction") {
    const NewGalaxy where{
        .name = "milky-way-2", .position = {10, -4, 2}, .velocity = {0.3, 0.6, -0.9}, .spin = {0, -3, 4}};
    const ParticleSet galaxy = placed(sample_galaxy(kind_named("milky-way"), 3000, 1), where);
    CHECK(glm::distance(mean_position(galaxy), where.position) < 1e-3);
    CHECK(glm::distance(mean_velocity(galaxy), where.velocity) < 1e-3);
    glm::dvec3 spin{0};
    for (const Component& component : galaxy.components) {
        CHECK(component.galaxy == "milky-way-2");
        for (std::size_t row = component.first; component.name == "disk" && row < component.first + component.count;
             ++row) {
            const Float4 &p = galaxy.positions[row], &v = galaxy.velocities[row];
            spin += glm::cross(glm::dvec3{p.x, p.y, p.z} - where.position, glm::dvec3{v.x, v.y, v.z} - where.velocity);
        }
    }
    CHECK(glm::distance(spin / glm::length(spin), {0, -0.6, 0.8}) < 0.02);
}

TEST_CASE("a galaxy with another mass is rescaled and stays in equilibrium for any gravity") {
    const ParticleSet own = sample_galaxy(kind_named("satellite"), 1500, 1);
    const double mass = total_mass(own), alone = virial_ratio(own, 1);
    CHECK(alone == doctest::Approx(1).epsilon(0.1).scale(0));
    for (const double factor : {0.01, 4.0}) {
        const ParticleSet other = placed(own, {.name = "other", .mass_factor = factor});
        CHECK(total_mass(other) == doctest::Approx(factor * mass));
        CHECK(other.components[0].mass == doctest::Approx(factor * mass));
        CHECK(other.positions[5].x == doctest::Approx(std::sqrt(factor) * own.positions[5].x));
        // The ratio differs by 6 % for the small galaxy.
        CHECK(virial_ratio(other, 1) == doctest::Approx(alone).epsilon(0.07).scale(0));
    }
    CHECK(virial_ratio(placed(own, {.name = "other"}, 3), 3) == doctest::Approx(alone).epsilon(0.05).scale(0));
}

TEST_CASE("equal seeds give equal samples of a galaxy, and different seeds give different samples") {
    const GalaxyKind kind = kind_named("satellite");
    CHECK(sample_galaxy(kind, 100, 1).positions[7].x == sample_galaxy(kind, 100, 1).positions[7].x);
    CHECK(sample_galaxy(kind, 100, 1).positions[7].x != sample_galaxy(kind, 100, 2).positions[7].x);
}

TEST_CASE("the predicted path of a light galaxy on a circular orbit is closed") {
    const double radius = 10, speed = std::sqrt(1 / radius);
    const double period = 2 * std::numbers::pi * radius / speed;
    const PredictedPath path = predict_path(
        {{.mass = 1, .radius = 0.01}, {.mass = 1e-9, .position = {radius, 0, 0}, .velocity = {0, speed, 0}}}, period);
    CHECK(path.bound);
    CHECK(path.about == 0);
    CHECK(path.nearest == doctest::Approx(radius).epsilon(0.001).scale(0));
    for (const glm::dvec3& point : path.points)
        CHECK(glm::length(point) == doctest::Approx(radius).epsilon(0.001).scale(0));
    CHECK(glm::distance(path.points.front(), path.points.back()) < 0.05);
}

TEST_CASE("the predicted path of a galaxy is relative to the heaviest other galaxy, even if that galaxy moves") {
    // All galaxies have equal velocities, so the light galaxy is nearly at rest relative to the heavy galaxy.
    const glm::dvec3 together{3, 0, 0};
    const PredictedPath path = predict_path({{.mass = 0.1, .position = {0, 500, 0}, .velocity = together},
                                             {.mass = 1, .position = {5, 0, 0}, .velocity = together},
                                             {.mass = 1e-6, .position = {5, 100, 0}, .velocity = together}},
                                            5);
    CHECK(path.about == 1);
    CHECK(path.points.front() == glm::dvec3{5, 100, 0});
    CHECK(glm::distance(path.points.back(), {5, 100, 0}) < 0.01);
    CHECK(path.bound);
}

TEST_CASE("the path prediction finds the escape of a fast galaxy and the nearest approach of a falling galaxy") {
    const PointGalaxy heavy{.mass = 4, .radius = 1};
    const PointGalaxy fast{.mass = 1, .radius = 1, .position = {10, 0, 0}, .velocity = {3, 0, 0}};
    CHECK_FALSE(predict_path({heavy, fast}, 20).bound);
    CHECK(predict_path({heavy, fast}, 20).time_of_nearest == 0);
    const PointGalaxy slow{.mass = 1, .radius = 1, .position = {10, 0, 0}, .velocity = {0, 0.1, 0}};
    const PredictedPath falls = predict_path({heavy, slow}, 40);
    CHECK(falls.bound);
    CHECK(falls.nearest < 1);
    CHECK(falls.time_of_nearest > 5);
}
