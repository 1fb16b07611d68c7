#include "app/scene/particle_attributes.hpp"

#include <doctest/doctest.h>

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
    CHECK(std::isnan(attributes.column()[0].acceleration));
    CHECK_FALSE(attributes.update(true));

    std::vector<float> accelerations(particles.size());
    for (std::size_t i = 0; i < accelerations.size(); ++i) accelerations[i] = static_cast<float>(i);
    attributes.begin(0, rows_of(particles), accelerations);
    REQUIRE(attributes.update(true));
    const auto [around, nearest] = surroundings(particles.positions, particles.components);
    const std::vector<SmoothingKernel> spread = smoothing_kernels(around, nearest);
    for (std::size_t row = 0; row < particles.size(); ++row) {
        CHECK(attributes.column()[row].smoothing_length == spread[row].length);
        CHECK(attributes.column()[row].density == around[row].density);
        CHECK(attributes.column()[row].acceleration == accelerations[row]);
    }

    const std::vector<bool> all{true, true, true}, first{true, false, false}, none{false, false, false};
    CHECK(attributes.sample(ColorBy::mass, first) == std::vector<float>(disk, 1));
    CHECK(attributes.sample(ColorBy::speed, first) == std::vector<float>(disk, 0.5f));
    CHECK(attributes.sample(ColorBy::acceleration, first)[9] == 9);
    CHECK(attributes.sample(ColorBy::density, all).size() == particles.size());
    CHECK(attributes.sample(ColorBy::radius, none).empty());
}

TEST_CASE("particle attributes are computed once per moment and at most every half second") {
    const ParticleSet particles = two_galaxies();
    const std::vector<ComponentOrigin> origins = origins_of(particles);
    ParticleAttributes attributes{particles, origins};
    REQUIRE(attributes.due(0, false, false));
    attributes.begin(0, rows_of(particles), {});
    // No computation is due while another computation is running.
    CHECK_FALSE(attributes.due(1, false, true));
    REQUIRE(attributes.update(true));
    // No computation is due for the moment that has just been computed, because no body has moved.
    CHECK_FALSE(attributes.due(0, false, true));
    // A computation is due because the accelerations have become known.
    CHECK(attributes.due(0, true, true));
    CHECK(attributes.due(1, false, true));
    CHECK_FALSE(
        // No computation is due while half a second has not passed since the last computation. The check fails if the
        // machine is suspended before this line.
        attributes.due(1, false, false));
}
