// The gas of a galaxy model must be in hydrostatic and radial equilibrium, and be sampled as it is modeled.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "data/galaxies/galaxy_sampler.hpp"
#include "tests/scenes.hpp"

using namespace milkomeda;

namespace {

using std::numbers::pi;

GalaxySpec milky_way_with_gas(double fraction) {
    GalaxySpec spec = shipped_scene("milky-way-andromeda").galaxies.front().model;
    spec.gas = GasSpec{.fraction = fraction};
    return spec;
}

// A speed of sound of 11 km/s.
constexpr GasPressure warm{.sound_speed = 0.05};

}  // namespace

TEST_CASE("feedback thickens the dense gas of a galaxy, and leaves thin gas as it is") {
    const GalaxyModel model{milky_way_with_gas(0.15)};
    GasPressure stirred = warm;
    stirred.dense = multiphase_threshold_in_model_units();
    stirred.dense_squares = multiphase_squares(warm.sound_speed * warm.sound_speed, 1);
    const GasDisk without{model, warm}, with{model, stirred};
    CHECK(without.density(0.5) > 4 * stirred.dense);
    CHECK(with.density(0.5) < 0.8 * without.density(0.5));
    CHECK(with.height(0.5, 0.5) > 1.2 * without.height(0.5, 0.5));
    CHECK(without.density(5) < stirred.dense);
    CHECK(with.density(5) == without.density(5));
}

TEST_CASE("gas is in hydrostatic equilibrium in the attraction of stars, halo and gas") {
    const GalaxyModel model{milky_way_with_gas(0.15)};
    const GasDisk gas{model, warm};
    for (const double R : {0.5, 1.0, 2.0, 4.0}) {
        CAPTURE(R);
        // The density at a height is proportional to d share / d height. Compares the change of its logarithm over half
        // of the layer with the integral of the attraction.
        const auto height = [&](double share) { return gas.height(R, share); };
        const auto density = [&](double share) { return 0.02 / (height(share + 0.01) - height(share - 0.01)); };
        const double low = 0.2, high = 0.8;
        double depth = 0;
        constexpr int steps = 60;
        for (int i = 0; i < steps; ++i) {
            const double share = low + (high - low) * (i + 0.5) / steps, z = height(share);
            const double step = height(share + 0.5 * (high - low) / steps) - height(share - 0.5 * (high - low) / steps);
            const double r = std::hypot(R, z);
            const double pull = 2 * pi *
                                    (model.stellar_share() * model.disk->surface_density(R) *
                                         std::tanh(z / model.disk->scale_height()) +
                                     gas.surface_density(R) * share) +
                                z * model.spheroids_inside(r) / (r * r * r);
            depth += pull * step;
        }
        const double found = std::log(density(low) / density(high)) * warm.sound_speed * warm.sound_speed;
        // The differences of heights in the table, and steps of the test, have errors of a percent.
        CHECK(found == doctest::Approx(depth).scale(0).epsilon(0.04));
        // In the plane: surface density = 2 integral of the density; half of the gas lies below the height of 0.5.
        CHECK(gas.density(R) * 0.02 / density(0.01) ==
              doctest::Approx(gas.surface_density(R) * 0.02 / 2).scale(0).epsilon(0.03));
    }
}

TEST_CASE("the rotation of gas is the circular speed, reduced by the pressure gradient") {
    const GalaxyModel model{milky_way_with_gas(0.15)};
    const GasDisk cold{model, {.sound_speed = 1e-4}}, gas{model, warm};
    for (const double R : {0.5, 1.0, 2.0, 4.0}) {
        CAPTURE(R);
        CHECK(cold.rotation_speed(R) == doctest::Approx(cold.circular_speed(R)).scale(0).epsilon(1e-5));
        const double square = warm.sound_speed * warm.sound_speed;
        const double slope = std::log(gas.density(1.05 * R) / gas.density(R / 1.05)) / (2 * std::log(1.05));
        const double expected = std::sqrt(gas.circular_speed(R) * gas.circular_speed(R) + square * slope);
        // The pressure changes the speed by 1 % at most; the slopes are known within 5 %.
        CHECK(gas.rotation_speed(R) == doctest::Approx(expected).scale(0).epsilon(5e-4));
        CHECK(gas.rotation_speed(R) < gas.circular_speed(R));
    }
    // At the sun's distance of 2 units the model rotates with 220 km/s.
    CHECK(gas.circular_speed(2) == doctest::Approx(1).scale(0).epsilon(0.1));
}

TEST_CASE("the pressure floor makes the gas layer thicker where its Jeans mass is too small") {
    const GalaxyModel model{milky_way_with_gas(0.15)};
    const GasDisk free{model, warm}, coarse{model, {.sound_speed = 0.05, .jeans_mass = 0.004, .jeans_length = 0.2}};
    CHECK(coarse.height(1, 0.5) > 1.3 * free.height(1, 0.5));
    CHECK(coarse.height(5, 0.5) == doctest::Approx(free.height(5, 0.5)).scale(0).epsilon(0.15));
    // With G = 1, the Jeans mass is pi^2.5 / 6 c^3 / sqrt(rho), and the Jeans length c sqrt(pi / rho).
    const double density = 3;
    const GasPressure by_mass{.sound_speed = 0, .jeans_mass = 0.1}, by_length{.sound_speed = 0, .jeans_length = 0.1};
    CHECK(std::pow(pi, 2.5) / 6 * std::pow(by_mass.per_density(density), 1.5) / std::sqrt(density) ==
          doctest::Approx(0.1).scale(0));
    CHECK(std::sqrt(by_length.per_density(density) * pi / density) == doctest::Approx(0.1).scale(0));
}

TEST_CASE("sampled gas has the surface density and the rotation of the model, and rests at the center") {
    const GalaxyModel model{milky_way_with_gas(0.15)};
    const GasDisk gas{model, warm};
    constexpr std::size_t count = 20'000;
    const std::vector<Body> bodies = sample_gas(gas, {}, count, Random(1));
    for (const auto& [from, to] : {std::pair{0.0, 1.0}, {1.0, 2.0}, {2.0, 4.0}, {4.0, 5.5}}) {
        double found = 0, expected = 0, rotation = 0;
        for (const Body& body : bodies) {
            const double R = std::hypot(body.position.x, body.position.y);
            if (R < from || R >= to) continue;
            ++found;
            rotation +=
                (body.position.x * body.velocity.y - body.position.y * body.velocity.x) / R / gas.rotation_speed(R);
        }
        constexpr int rings = 400;
        for (int i = 0; i < rings; ++i) {
            const double R = from + (to - from) * (i + 0.5) / rings;
            expected += 2 * pi * R * gas.surface_density(R) * (to - from) / rings;
        }
        CHECK(found / count == doctest::Approx(expected / model.gas_mass()).scale(0).epsilon(0.01));
        CHECK(rotation / found == doctest::Approx(1).scale(0).epsilon(0.01));
    }
    glm::dvec3 center{0};
    for (const Body& body : bodies) center += body.position / double(count);
    CHECK(glm::length(center) < 1e-12);
}

TEST_CASE("gas starts in clouds of equal mass, and has the surface density of the model") {
    const GalaxyModel model{milky_way_with_gas(0.15)};
    const GasDisk gas{model, warm};
    constexpr std::size_t count = 20'000, clouds = 200, each = count / clouds;
    const std::vector<Body> bodies = sample_gas(gas, {clouds, 0.01}, count, Random(1));
    std::vector<double> radii;
    for (std::size_t first = 0; first < count; first += each) {
        glm::dvec2 center{0};
        for (std::size_t i = first; i < first + each; ++i) center += glm::dvec2{bodies[i].position} / double(each);
        double square = 0;
        for (std::size_t i = first; i < first + each; ++i) {
            const glm::dvec2 away = glm::dvec2{bodies[i].position} - center;
            square += glm::dot(away, away) / (2 * each);
        }
        // 200 coordinates give the standard deviation within 5 %; the limit is four times as wide.
        CHECK(std::sqrt(square) == doctest::Approx(0.01).scale(0).epsilon(0.2));
        radii.push_back(glm::length(center));
    }
    // Half of the clouds are inside the radius that encloses half of the gas. The center of mass of all clouds, which
    // rests at the origin, was displaced by the random azimuths of the clouds by some tenths.
    const auto inside = std::ranges::count_if(radii, [&](double R) { return R < gas.radius_enclosing(0.5); });
    CHECK(double(inside) / clouds == doctest::Approx(0.5).scale(0).epsilon(0.05));
}

TEST_CASE("the number of clouds of gas follows from its mass, and few bodies are spread evenly") {
    const auto nearest = [](Scene scene, std::size_t bodies) {
        const ParticleSet particles = generate_alone(std::move(scene), 0, bodies, 1);
        const Component& gas = particles.components.back();
        REQUIRE(is_gas(gas));
        double sum = 0;  // mean distance in the plane between neighbors in the order of the rows
        for (std::size_t i = gas.first; i + 1 < gas.first + gas.count; ++i)
            sum += std::hypot(particles.positions[i].x - particles.positions[i + 1].x,
                              particles.positions[i].y - particles.positions[i + 1].y);
        return sum / double(gas.count - 1);
    };
    // In a cloud, neighbors have the mean distance sqrt(pi) times its standard deviation of 0.15; one in five begins a
    // new cloud.
    CHECK(nearest(shipped_scene("milky-way"), 15'000) < 1);
    CHECK(nearest(shipped_scene("milky-way"), 2'000) > 2);
    CHECK(nearest(shipped_scene("milky-way", {{"galaxy.milky-way.gas.clouds", "0"}}), 15'000) > 2);
}

TEST_CASE("gas takes its mass from the disk, and every body of gas has the same mass") {
    Scene scene = shipped_scene("milky-way-andromeda");
    const double before = total_mass(generate(scene, 6000));
    for (SceneGalaxy& galaxy : scene.galaxies) galaxy.model.gas = GasSpec{.fraction = 0.2, .bodies = 1};
    const ParticleSet particles = generate(scene, 6000);
    CHECK(total_mass(particles) == doctest::Approx(before).scale(0).epsilon(1e-6));
    REQUIRE(particles.components.size() == 8);
    for (const std::size_t galaxy : {0, 1}) {
        const Component &disk = particles.components[galaxy], &gas = particles.components[6 + galaxy];
        CHECK(disk.name == "disk");
        CHECK(is_gas(gas));
        CHECK(gas.galaxy == disk.galaxy);
        CHECK(gas.mass == doctest::Approx(0.25 * disk.mass).scale(0).epsilon(1e-5));
        CHECK(particles.positions[gas.first].w == particles.positions[gas.first + gas.count - 1].w);
    }
    GalaxySpec all = milky_way_with_gas(0.15);
    all.gas = GasSpec{.mass = all.disk->mass};
    CHECK_THROWS_AS(GalaxyModel{all}, std::invalid_argument);
}
