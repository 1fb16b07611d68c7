#include "data/particles/selection.hpp"
#include "data/particles/row_order.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

using namespace milkomeda;

namespace {

// Returns three components of 100, 30 and 7 bodies. Every body has a different position and velocity.
ParticleSet three_components() {
    ParticleSet particles;
    const auto add = [&](const char* name, const char* galaxy, std::size_t count, float mass) {
        particles.components.push_back({name, galaxy, particles.size(), count, mass * static_cast<double>(count)});
        for (std::size_t i = 0; i < count; ++i) {
            const auto row = static_cast<float>(particles.size());
            particles.positions.push_back({row, 2 * row, 5, mass});
            particles.velocities.push_back({-row, 1, row / 2, 0});
            particles.ids.push_back(static_cast<std::uint32_t>(particles.ids.size()));
        }
    };
    add("disk", "milky-way", 100, 0.25f);
    add("disk", "andromeda", 30, 0.5f);
    add("halo", "milky-way", 7, 3.0f);
    particles.time = 4;
    return particles;
}

double mass_of(const ParticleSet& particles, const Component& component) {
    double mass = 0;
    for (std::size_t i = 0; i < component.count; ++i) mass += particles.positions[component.first + i].w;
    return mass;
}

bool same_rows(const ParticleSet& a, const ParticleSet& b) {
    const auto equal = [](const Float4& p, const Float4& q) {
        return p.x == q.x && p.y == q.y && p.z == q.z && p.w == q.w;
    };
    return std::equal(a.positions.begin(), a.positions.end(), b.positions.begin(), b.positions.end(), equal) &&
           std::equal(a.velocities.begin(), a.velocities.end(), b.velocities.begin(), b.velocities.end(), equal) &&
           a.ids == b.ids;
}

}  // namespace

TEST_CASE("a selection without conditions selects all bodies unchanged") {
    const ParticleSet source = three_components();
    const ParticleSet all = select(source, {});
    CHECK(same_rows(all, source));
    CHECK(all.components.size() == 3);
    CHECK(all.time == 4);
    CHECK(same_rows(select(source, {.bodies = source.size()}), source));
}

TEST_CASE("thinning divides the bodies into equal parts and selects the middle body of each part") {
    ParticleSet source = three_components();
    source.components = {{"all", "", 0, source.size(), 0}};
    const ParticleSet few = select(source, {.bodies = 4});
    // The middle body of part i has the index floor((i + 1/2) 137 / 4).
    CHECK(few.ids == std::vector<std::uint32_t>{17, 51, 85, 119});
}

TEST_CASE("every component keeps its mass for every number of selected bodies") {
    const ParticleSet source = three_components();
    for (std::size_t bodies = 3; bodies <= source.size(); ++bodies) {
        CAPTURE(bodies);
        const ParticleSet fewer = select(source, {.bodies = bodies});
        REQUIRE(fewer.size() == bodies);
        REQUIRE(fewer.components.size() == 3);
        std::size_t first = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const Component& component = fewer.components[i];
            CHECK(component.first == first);
            CHECK(component.count >= 1);
            // Rows store their mass as a float, with a relative rounding error of up to 6e-8.
            CHECK(mass_of(fewer, component) == doctest::Approx(source.components[i].mass).epsilon(1e-7).scale(0));
            CHECK(component.mass == doctest::Approx(mass_of(fewer, component)).epsilon(1e-15).scale(0));
            first += component.count;
        }
        CHECK(first == bodies);
        CHECK(std::set(fewer.ids.begin(), fewer.ids.end()).size() == bodies);
        CHECK(std::is_sorted(fewer.ids.begin(), fewer.ids.end()));
    }
}

TEST_CASE("the selected bodies are divided between components in proportion to the sizes of the components") {
    const ParticleSet half = select(three_components(), {.bodies = 68});
    // The shares 68/137 of 100, 30 and 7 are 49.6, 14.9 and 3.5. The shares with the largest remainders are rounded up.
    CHECK(half.components[0].count == 50);
    CHECK(half.components[1].count == 15);
    CHECK(half.components[2].count == 3);
}

TEST_CASE("the center of mass of the selected bodies is at the origin and at rest") {
    for (const Selection& selection : {Selection{.bodies = 41}, Selection{.components = {"disk"}}}) {
        const ParticleSet part = select(three_components(), selection);
        double mass = 0, x = 0, y = 0, z = 0, vx = 0, vy = 0, vz = 0;
        for (std::size_t i = 0; i < part.size(); ++i) {
            const Float4 p = part.positions[i], v = part.velocities[i];
            const double m = p.w;
            mass += m, x += m * p.x, y += m * p.y, z += m * p.z, vx += m * v.x, vy += m * v.y, vz += m * v.z;
        }
        // Coordinates up to 200 are stored as floats, each with an error of up to 8e-6.
        for (const double mean : {x / mass, y / mass, z / mass, vx / mass, vy / mass, vz / mass})
            CHECK(std::abs(mean) < 8e-6);
    }
}

TEST_CASE("components can be selected by kind, by galaxy or by full name") {
    const ParticleSet source = three_components();
    CHECK(select(source, {.components = {"disk"}}).size() == 130);
    CHECK(select(source, {.components = {"andromeda disk"}}).size() == 30);
    CHECK(select(source, {.components = {"milky-way"}}).size() == 107);
    CHECK(select(source, {.components = {"halo", "andromeda disk"}}).size() == 37);
    CHECK(select(source, {.components = {"Milky Way"}}).size() == 107);
    CHECK(select(source, {.components = {"Milky Way disk", "HALO"}}).size() == 107);

    const ParticleSet halo = select(source, {.components = {"halo"}});
    REQUIRE(halo.components.size() == 1);
    CHECK(full_name(halo.components[0]) == "milky-way halo");
    CHECK(halo.components[0].first == 0);
    CHECK(halo.ids.front() == 130);  // The id of a body is its index in the source.
}

TEST_CASE("the scale factors of a selection multiply positions, velocities and masses") {
    const ParticleSet source = three_components();
    const ParticleSet scaled = select(source, {.position_scale = 2, .velocity_scale = 0.5, .mass_scale = 4});
    CHECK(scaled.positions[9].x == 2 * source.positions[9].x);
    CHECK(scaled.positions[9].w == 4 * source.positions[9].w);
    CHECK(scaled.velocities[9].x == 0.5f * source.velocities[9].x);
    CHECK(scaled.components[0].mass == 4 * source.components[0].mass);
}

TEST_CASE("massless components can be thinned, and all selected components can be massless") {
    ParticleSet source = three_components();
    for (Float4& position : source.positions) position.w = 0;
    const ParticleSet few = select(source, {.bodies = 10});
    CHECK(few.size() == 10);
    double x = 0;
    for (const Float4& position : few.positions) {
        CHECK(position.w == 0);
        x += position.x;
    }
    CHECK(std::abs(x / 10) < 8e-6);  // Massless bodies are centered with equal weights.
}

TEST_CASE("impossible selections are refused with a reason") {
    const ParticleSet source = three_components();
    const auto refused = [&](const Selection& selection, const char* why) {
        CHECK_THROWS_WITH_AS(select(source, selection), doctest::Contains(why), std::invalid_argument);
    };
    refused({.bodies = 138}, "138 bodies are requested, but only 137 are available");
    refused({.bodies = 2}, "2 bodies are too few for 3 components: each component needs at least one body");
    refused({.bodies = 0}, "0 bodies are too few");
    refused({.bodies = 31, .components = {"andromeda disk"}}, "only 30 are available");
    refused({.components = {"bulge"}},
            "there is no component 'bulge'; there are: milky-way disk, andromeda disk, milky-way halo");
    refused({.components = {""}}, "there is no component ''");
    ParticleSet unnamed = source;
    unnamed.components = {{"all", "", 0, source.size(), 0}};
    // An empty component name must not select an unnamed component.
    CHECK_THROWS_AS(select(unnamed, {.components = {""}}), std::invalid_argument);
    refused({.position_scale = 0}, "the position scale must be a positive number");
    refused({.velocity_scale = -1}, "the velocity scale must be a positive number");
    refused({.mass_scale = std::nan("")}, "the mass scale must be a positive number");
    refused({.position_scale = 1e39}, "the scaled masses, lengths or velocities are too large");
    refused({.velocity_scale = 1e300}, "the scaled masses, lengths or velocities are too large");
    refused({.mass_scale = 1e300}, "the scaled masses, lengths or velocities are too large");
    refused({.mass_scale = 1e-60}, "the scaled masses are too small");
}

TEST_CASE("shuffling permutes the bodies within each component, reproducibly for each seed") {
    const ParticleSet source = three_components();
    ParticleSet shuffled = source, again = source, other = source;
    shuffle_components(shuffled);
    shuffle_components(again);
    shuffle_components(other, 2);
    CHECK(same_rows(shuffled, again));
    CHECK_FALSE(same_rows(shuffled, source));
    CHECK_FALSE(same_rows(shuffled, other));
    CHECK(std::vector(shuffled.ids.begin(), shuffled.ids.begin() + 5) ==
          std::vector<std::uint32_t>{88, 95, 79, 14, 49});

    for (const Component& component : source.components) {
        std::set<std::uint32_t> ids;
        for (std::size_t row = component.first; row < component.first + component.count; ++row) {
            const std::uint32_t id = shuffled.ids[row];
            ids.insert(id);
            // Each id is moved together with its body.
            CHECK(shuffled.positions[row].x == source.positions[id].x);
            CHECK(shuffled.velocities[row].z == source.velocities[id].z);
        }
        CHECK(ids.size() == component.count);
        CHECK(*ids.begin() == component.first);
        CHECK(*ids.rbegin() == component.first + component.count - 1);
    }
}

TEST_CASE("after shuffling, taking every k-th body of a component gives an unbiased sample") {
    ParticleSet particles;
    particles.components = {{"disk", "", 0, 16'000, 0}};
    for (std::uint32_t i = 0; i < 16'000; ++i) {
        particles.positions.push_back({static_cast<float>(i), 0, 0, 1});
        particles.velocities.emplace_back();
        particles.ids.push_back(i);
    }
    shuffle_components(particles);
    double mean = 0;
    for (std::size_t row = 0; row < particles.size(); row += 16) mean += particles.ids[row] / 1000.0;
    CHECK(std::abs(mean - 8'000) <
          730);  // The limit is 5 standard deviations of the mean of 1,000 uniform ids: 5 * 16,000 / sqrt(12,000).
}
