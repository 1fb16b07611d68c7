#include "app/scene/particle_attributes.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "data/base/random.hpp"
#include "data/neighbors/smoothing_kernel.hpp"

using namespace milkomeda;

namespace {

constexpr std::size_t disk = 600, halo = 400;

// Returns two galaxies, centered at -20 and +30 on the x axis. Their three components are a disk for each galaxy and a
// halo.
ParticleSet two_galaxies() {
    ParticleSet particles;
    Random random(5);
    const auto add = [&](std::size_t count, float x, float size, float mass) {
        const auto draw = [&] { return size * static_cast<float>(random.normal()); };
        for (std::size_t i = 0; i < count; ++i) {
            particles.positions.push_back({x + draw(), draw(), draw(), mass});
            particles.velocities.push_back({0.3f, 0.4f * mass, 0, 0});
        }
    };
    add(disk, -20, 1, 1);
    add(disk, 30, 2, 2);
    add(halo, 30, 9, 3);
    particles.components = {
        {"disk", "a", 0, disk, disk}, {"disk", "b", disk, disk, 2 * disk}, {"halo", "b", 2 * disk, halo, 3 * halo}};
    return particles;
}

ParticleRows rows_of(const ParticleSet& particles) {
    ParticleRows rows;
    for (const Float4& p : particles.positions) rows.positions.emplace_back(p.x, p.y, p.z, p.w);
    for (const Float4& v : particles.velocities) rows.velocities.emplace_back(v.x, v.y, v.z, v.w);
    return rows;
}

}  // namespace

TEST_CASE("the radius of a body is measured in its own galaxy at the start and does not change later") {
    ParticleSet particles = two_galaxies();
    const std::vector<ComponentOrigin> origins = origins_of(particles);
    ParticleAttributes attributes{particles, origins};
    for (const std::size_t row : {std::size_t{3}, disk + 3, 2 * disk + 3}) {
        const Float4& p = particles.positions[row];
        const float x = p.x - (row < disk ? -20.0f : 30.0f);
        // The measured center is the mean of the 300 innermost of 600 bodies. The bodies have a standard deviation of
        // 2, so the center has an error of 2 / sqrt(300).
        CHECK(std::abs(attributes.column()[row].radius - std::hypot(x, p.y, p.z)) < 0.4f);
    }
    CHECK(origins[1].half_radius == doctest::Approx(2 * origins[0].half_radius).epsilon(0.15).scale(0));
    const float before = attributes.column()[7].radius;
    for (Float4& p : particles.positions) p.x *= 3;
    attributes.begin(1, rows_of(particles), {});
    REQUIRE(attributes.update(true));
    CHECK(attributes.column()[7].radius == before);
}

TEST_CASE("the attributes of bodies contain the smoothing lengths, densities and accelerations of one moment") {
    const ParticleSet particles = two_galaxies();
    const std::vector<ComponentOrigin> origins = origins_of(particles);
    ParticleAttributes attributes{particles, origins};
    CHECK(attributes.column()[0].smoothing_length == 0);  // A smoothing length that is not yet known is 0.
    CHECK(std::isnan(attributes.column()[0].measured));
    CHECK_FALSE(attributes.update(true));

    std::vector<float> accelerations(particles.size());
    for (std::size_t i = 0; i < accelerations.size(); ++i) accelerations[i] = static_cast<float>(i);
    attributes.begin(0, rows_of(particles), {MeasuredQuantity::acceleration, accelerations});
    REQUIRE(attributes.update(true));
    const auto [around, nearest] = surroundings(particles.positions, particles.components);
    const std::vector<SmoothingKernel> spread = smoothing_kernels(around, nearest);
    for (std::size_t row = 0; row < particles.size(); ++row) {
        CHECK(attributes.column()[row].smoothing_length == spread[row].length);
        CHECK(attributes.column()[row].density == around[row].density);
        CHECK(attributes.column()[row].measured == accelerations[row]);
    }

    const std::vector<ShownBodies> all(3), first{all_bodies, no_bodies, no_bodies}, none(3, no_bodies);
    CHECK(attributes.sample(ColorBy::mass, first) == std::vector<float>(disk, 1));
    CHECK(attributes.sample(ColorBy::speed, first) == std::vector<float>(disk, 0.5f));
    CHECK(attributes.sample(ColorBy::acceleration, first)[9] == 9);
    // The attributes hold accelerations, and therefore no temperatures.
    CHECK(attributes.sample(ColorBy::gas_temperature, first).empty());
    CHECK(attributes.sample(ColorBy::density, all).size() == particles.size());
    CHECK(attributes.sample(ColorBy::radius, none).empty());
}

TEST_CASE(
    "the speed of compression is -div v times the smoothing length of gas, 0 in expanding gas, and unknown for stars") {
    // Gas and stars fall toward the center with v = -x, so -div v is 3 / time.
    constexpr std::size_t stars = 500, gas = 2000, young = stars + 7, unknown = stars + 8;
    constexpr float length = 0.3f, fall = 1;
    ParticleSet particles;
    Random random(7);
    const auto draw = [&] { return static_cast<float>(2 * random.uniform() - 1); };
    for (std::size_t row = 0; row < stars + gas; ++row) {
        const float x = draw(), y = draw(), z = draw();
        particles.positions.push_back({x, y, z, 1});
        particles.velocities.push_back({-fall * x, -fall * y, -fall * z, row < stars ? 0 : length});
    }
    particles.velocities[young].w = -4000;
    particles.velocities[unknown].w = 0;
    particles.components = {{"disk", "a", 0, stars, stars}, {"gas", "a", stars, gas, gas}};
    ParticleAttributes attributes{particles, origins_of(particles)};
    attributes.begin(0, rows_of(particles), {MeasuredQuantity::compression});
    REQUIRE(attributes.update(true));
    CHECK(attributes.measured() == MeasuredQuantity::compression);
    for (std::size_t row = 0; row < particles.size(); ++row) {
        CAPTURE(row);
        const float speed = attributes.column()[row].measured;
        REQUIRE(std::isnan(speed) == (row < stars || row == young));
        // A linear flow is fitted exactly, apart from the small isotropic part of the matrix that is inverted.
        if (row >= stars && row != young && row != unknown)
            CHECK(speed == doctest::Approx(3 * fall * length).epsilon(0.05).scale(0));
    }
    // Gas of a file without smoothing lengths gets an estimate: the radius with 64 of 2000 bodies in a cube of 8.
    CHECK(attributes.column()[unknown].measured > 0);
    ParticleRows expanding = rows_of(particles);
    for (glm::vec4& velocity : expanding.velocities) velocity = {-glm::vec3{velocity}, velocity.w};
    attributes.begin(1, expanding, {MeasuredQuantity::compression});
    REQUIRE(attributes.update(true));
    CHECK(attributes.column()[stars].measured == 0);
    const std::vector<float> sample = attributes.sample(ColorBy::compression, {no_bodies, all_bodies});
    CHECK(std::ranges::count_if(sample, [](float speed) { return std::isfinite(speed); }) > 900);
    const auto sampled = [&](const ShownBodies& shown) {
        return attributes.sample(ColorBy::mass, {no_bodies, shown}).size();
    };
    CHECK(sampled({.others = false, .young_stars = true}) == 1);
    CHECK(sampled({.others = true, .young_stars = false}) == sampled(all_bodies) - 1);
}

TEST_CASE("particle attributes are computed once per moment and at most every half second") {
    const ParticleSet particles = two_galaxies();
    const std::vector<ComponentOrigin> origins = origins_of(particles);
    ParticleAttributes attributes{particles, origins};
    constexpr MeasuredQuantity none = MeasuredQuantity::none;
    REQUIRE(attributes.due(0, none, false));
    attributes.begin(0, rows_of(particles), {});
    // No computation is due while another computation is running.
    CHECK_FALSE(attributes.due(1, none, true));
    REQUIRE(attributes.update(true));
    // No computation is due for the moment that has just been computed, because no body has moved.
    CHECK_FALSE(attributes.due(0, none, true));
    // A computation is due because the accelerations have become known, or because the colors show another quantity.
    CHECK(attributes.due(0, MeasuredQuantity::acceleration, true));
    attributes.begin(0, rows_of(particles), {MeasuredQuantity::acceleration, std::vector<float>(particles.size())});
    REQUIRE(attributes.update(true));
    CHECK_FALSE(attributes.due(0, MeasuredQuantity::acceleration, true));
    CHECK(attributes.due(0, MeasuredQuantity::compression, true));
    CHECK(attributes.due(1, none, true));
    CHECK_FALSE(
        // No computation is due while half a second has not passed since the last computation. The check fails if the
        // machine is suspended before this line.
        attributes.due(1, none, false));
}
