#include "app/particle_traits.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "data/neighbours.hpp"
#include "data/random.hpp"

using namespace milkomeda;

namespace {

constexpr std::size_t disk = 600, halo = 400;

// Two galaxies with centres at -20 and +30 on the x axis: disk, disk, halo.
Particles two_galaxies() {
    Particles particles;
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
    particles.components = {{"disk", "a", 0, disk, disk},
                            {"disk", "b", disk, disk, 2 * disk},
                            {"halo", "b", 2 * disk, halo, 3 * halo}};
    return particles;
}

ParticleRows rows_of(const Particles& particles) {
    ParticleRows rows;
    for (const Float4& p : particles.positions) rows.positions.emplace_back(p.x, p.y, p.z, p.w);
    for (const Float4& v : particles.velocities) rows.velocities.emplace_back(v.x, v.y, v.z, v.w);
    return rows;
}

}  // namespace

TEST_CASE("radii are those in the own galaxy at the start, whatever moves later") {
    Particles particles = two_galaxies();
    ParticleTraits traits{particles};
    for (const std::size_t row : {std::size_t{3}, disk + 3, 2 * disk + 3}) {
        const Float4& p = particles.positions[row];
        const float x = p.x - (row < disk ? -20.0f : 30.0f);
        // The centre of 600 bodies is known within 1/sqrt(300) of their spread, 2.
        CHECK(std::abs(traits.column()[row].y - std::hypot(x, p.y, p.z)) < 0.4f);
    }
    CHECK(traits.half_radii()[1] == doctest::Approx(2 * traits.half_radii()[0]).epsilon(0.15));
    const float before = traits.column()[7].y;
    for (Float4& p : particles.positions) p.x *= 3;
    traits.begin(1, rows_of(particles), {});
    REQUIRE(traits.update(true));
    CHECK(traits.column()[7].y == before);
}

TEST_CASE("columns hold neighbours, densities and accelerations of their moment") {
    const Particles particles = two_galaxies();
    ParticleTraits traits{particles};
    CHECK(traits.column()[0].x == 0);  // not known yet
    CHECK(std::isnan(traits.column()[0].z));
    CHECK_FALSE(traits.update(true));

    std::vector<float> accelerations(particles.size());
    for (std::size_t i = 0; i < accelerations.size(); ++i) accelerations[i] = static_cast<float>(i);
    traits.begin(0, rows_of(particles), accelerations);
    REQUIRE(traits.update(true));
    const std::vector<Neighbourhood> around = neighbourhoods(particles.positions, particles.components);
    for (std::size_t row = 0; row < particles.size(); ++row) {
        CHECK(traits.column()[row].x == around[row].radius);
        CHECK(traits.column()[row].w == around[row].density);
        CHECK(traits.column()[row].z == accelerations[row]);
    }

    const std::vector<bool> all{true, true, true}, first{true, false, false}, none{false, false, false};
    CHECK(traits.sample(ColorBy::mass, first) == std::vector<float>(disk, 1));
    CHECK(traits.sample(ColorBy::speed, first) == std::vector<float>(disk, 0.5f));
    CHECK(traits.sample(ColorBy::acceleration, first)[9] == 9);
    CHECK(traits.sample(ColorBy::density, all).size() == particles.size());
    CHECK(traits.sample(ColorBy::radius, none).empty());
}

TEST_CASE("a column is found once for a moment, and not too often") {
    const Particles particles = two_galaxies();
    ParticleTraits traits{particles};
    REQUIRE(traits.due(0, false, false));
    traits.begin(0, rows_of(particles), {});
    CHECK_FALSE(traits.due(1, false, true));  // one is under way
    REQUIRE(traits.update(true));
    CHECK_FALSE(traits.due(0, false, true));  // nothing has moved
    CHECK(traits.due(0, true, true));         // but accelerations are known now
    CHECK(traits.due(1, false, true));
    CHECK_FALSE(traits.due(1, false, false));  // half a second has not passed, unless the machine sleeps here
}
