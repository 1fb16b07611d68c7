// Adding, throwing (displacing with a new velocity) or deleting a galaxy must leave all other galaxies unchanged.
#include "data/play/galaxy_edits.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <set>
#include <stdexcept>

#include "app/scene/component_origin.hpp"
#include "app/scene/scene_snapshot.hpp"
#include "data/particles/row_order.hpp"
#include "data/particles/rows_by_id.hpp"
#include "data/particles/structure.hpp"
#include "tests/scenes.hpp"

using namespace milkomeda;

namespace {

ParticleSet three_galaxies() {
    ParticleSet particles = generate_encounter(1200, 1);
    ParticleSet third = generate_alone(shipped_scene("minor-merger"), 1, 100, 2);
    for (Component& component : third.components) component.galaxy = "satellite";
    return append_galaxy(std::move(particles), third);
}

// Checks that `whole` contains all rows of the galaxies in `part`, bit for bit and in the order of `part`.
void check_kept(const ParticleSet& part, const ParticleSet& whole) {
    for (const Component& component : part.components) {
        const Component* const other = same_component(whole.components, component);
        REQUIRE(other != nullptr);
        CHECK(component.mass == other->mass);
        const auto same = [&](const auto& a, const auto& b) {
            return std::memcmp(a.data() + component.first, b.data() + other->first, component.count * sizeof a[0]) == 0;
        };
        CHECK(same(part.positions, whole.positions));
        CHECK(same(part.velocities, whole.velocities));
        CHECK(same(part.ids, whole.ids));
    }
}

glm::dvec3 momentum_of(const ParticleSet& particles, const std::string& galaxy) {
    glm::dvec3 momentum{0};
    for (const Component& component : particles.components)
        for (std::size_t row = component.first; component.galaxy == galaxy && row < component.first + component.count;
             ++row) {
            const Float4& v = particles.velocities[row];
            momentum += double{particles.positions[row].w} * glm::dvec3{v.x, v.y, v.z};
        }
    return momentum;
}

}  // namespace

TEST_CASE("an added galaxy comes after the existing galaxies and has new body ids") {
    const ParticleSet before = generate_encounter(1200, 1);
    const ParticleSet after = three_galaxies();
    CHECK(after.size() == before.size() + 100);
    CHECK(after.time == before.time);
    CHECK(galaxies(after) == std::vector<std::string>{"milky-way", "andromeda", "satellite"});
    check_kept(before, after);
    CHECK(std::set<std::uint32_t>(after.ids.begin(), after.ids.end()).size() == after.size());
    CHECK(*std::min_element(after.ids.end() - 100, after.ids.end()) == 1200);
    CHECK(momentum_of(after, "andromeda") == momentum_of(before, "andromeda"));
}

TEST_CASE("a galaxy name already in use gets a number appended") {
    const ParticleSet particles = three_galaxies();
    CHECK(free_galaxy_name(particles, "m51") == "m51");
    CHECK(free_galaxy_name(particles, "satellite") == "satellite-2");
}

TEST_CASE("adding a galaxy is refused when 32-bit body ids run out") {
    ParticleSet particles = generate_encounter(100, 1);
    particles.ids.back() = std::numeric_limits<std::uint32_t>::max();
    CHECK_THROWS_WITH_AS(append_galaxy(particles, particles), doctest::Contains("would exceed 4294967295"),
                         std::invalid_argument);
}

TEST_CASE("deleting a galaxy leaves the remaining galaxies unchanged") {
    const ParticleSet before = three_galaxies();
    for (const std::string& galaxy : galaxies(before)) {
        CAPTURE(galaxy);
        const ParticleSet after = remove_galaxy(before, galaxy);
        const std::vector<std::string> remaining = galaxies(after);
        CHECK(remaining.size() == 2);
        CHECK(std::ranges::find(remaining, galaxy) == remaining.end());
        check_kept(after, before);
        std::size_t rows = 0;
        for (const Component& component : after.components) {
            CHECK(component.first == rows);
            rows += component.count;
        }
        CHECK(rows == after.size());
        for (const std::string& other : galaxies(after)) CHECK(momentum_of(after, other) == momentum_of(before, other));
    }
}

TEST_CASE("deleting the only galaxy or an unknown galaxy is refused") {
    const ParticleSet alone = generate_milky_way(200, 1);
    CHECK_THROWS_WITH_AS(remove_galaxy(alone, "milky-way"),
                         "Milky Way cannot be deleted, because it is the only galaxy", std::invalid_argument);
    CHECK_THROWS_WITH_AS(remove_galaxy(alone, "m31"), doctest::Contains("no galaxy 'm31'"), std::invalid_argument);
    // A galaxy that consists only of a perturber (here a black hole) cannot remain alone: a scene needs other bodies,
    // too.
    ParticleSet with_black_hole = alone;
    with_black_hole.positions.push_back({9, 0, 0, 1});
    with_black_hole.velocities.emplace_back();
    with_black_hole.ids.push_back(200);
    with_black_hole.components.push_back({"hole", "", 200, 1, 1, Perturber{}});
    CHECK_THROWS_WITH_AS(remove_galaxy(with_black_hole, "milky-way"),
                         "Milky Way cannot be deleted, because it is the only galaxy", std::invalid_argument);
}

TEST_CASE("chosen bodies become a galaxy of their own, and every body keeps its place, motion and id") {
    const ParticleSet before = three_galaxies();
    std::vector<std::uint32_t> ids;
    for (std::size_t row = 0; row < before.size(); row += 3) ids.push_back(before.ids[row]);
    std::ranges::sort(ids);
    const ParticleSet after = separate_bodies(before, ids, "satellite");  // a name in use
    REQUIRE(after.size() == before.size());
    const RowsById rows{before.ids};
    std::size_t apart = 0, next = 0;
    for (const Component& component : after.components) {
        CHECK(component.first == next);  // no gaps
        next += component.count;
        double mass = 0;
        for (std::size_t row = component.first; row < next; ++row) {
            const std::uint32_t former = rows.row_of(after.ids[row]);
            REQUIRE(std::memcmp(&after.positions[row], &before.positions[former], sizeof(Float4)) == 0);
            REQUIRE(std::memcmp(&after.velocities[row], &before.velocities[former], sizeof(Float4)) == 0);
            REQUIRE(std::ranges::binary_search(ids, after.ids[row]) == (component.galaxy == "satellite-2"));
            const auto holds = [&](const Component& c) { return former - c.first < c.count; };
            REQUIRE(std::ranges::find_if(before.components, holds)->name == component.name);
            mass += after.positions[row].w;
        }
        CHECK(component.mass == doctest::Approx(mass).epsilon(1e-12).scale(0));
        if (component.galaxy == "satellite-2") apart += component.count;
    }
    CHECK(next == before.size());
    CHECK(apart == ids.size());
    const std::vector<std::uint32_t> none{before.ids[0] + 1'000'000};
    CHECK_THROWS_WITH_AS(separate_bodies(before, none, "selection"), "none of the chosen bodies exists any more",
                         std::invalid_argument);
    std::vector<std::uint32_t> all = before.ids;
    std::ranges::sort(all);
    CHECK_THROWS_WITH_AS(separate_bodies(before, all, "selection"), "all bodies are chosen: choose a part of them",
                         std::invalid_argument);
}

TEST_CASE("throwing a galaxy moves all its bodies equally and moves no other galaxy") {
    const ParticleSet before = three_galaxies();
    const glm::dvec3 displacement{3, -1, 2}, velocity_change{0.5, 0.25, -1};
    const ParticleSet after = throw_galaxy(before, "andromeda", displacement, velocity_change);
    const double mass = mass_of_galaxy(before, "andromeda");
    CHECK(glm::length(momentum_of(after, "andromeda") - momentum_of(before, "andromeda") - mass * velocity_change) <
          1e-5 * mass);
    CHECK(glm::distance(center_of_galaxy(after, "andromeda"), center_of_galaxy(before, "andromeda") + displacement) <
          1e-4);
    CHECK(after.ids == before.ids);
    check_kept(remove_galaxy(after, "andromeda"), before);
    for (std::size_t row = 0; row < before.size(); ++row) CHECK(after.positions[row].w == before.positions[row].w);
}

TEST_CASE("mass, half-mass radius and velocity of a Plummer sphere are measured within sampling errors") {
    const Scene scene = shipped_scene("plummer");
    ParticleSet particles = generate_alone(scene, 0, 4000, 1);
    shuffle_components(particles);
    CHECK(mass_of_galaxy(particles, "first") == doctest::Approx(1));
    CHECK(half_mass_radius(particles, "first") == doctest::Approx(1.3 * 0.6).epsilon(0.1).scale(0));
    particles = throw_galaxy(particles, "first", {5, 0, 0}, {0, 2, 0});
    CHECK(half_mass_radius(particles, "first") == doctest::Approx(1.3 * 0.6).epsilon(0.1).scale(0));
    CHECK(glm::distance(velocity_of_galaxy(particles, "first"), {0, 2, 0}) < 1e-4);
}

TEST_CASE("galaxies keep their colors when other galaxies are added or deleted") {
    const ParticleSet start = generate_encounter(1200, 1);
    const SceneSnapshot first{
        start, 7, origins_of(start), {all_bodies, all_bodies, all_bodies, all_bodies, no_bodies, no_bodies}};
    CHECK(first.origins[0].galaxy == 0);
    CHECK(first.origins[1].galaxy == 1);

    const SceneSnapshot three = with_particles(first, three_galaxies());
    CHECK(three.steps == 7);
    CHECK(three.shown ==
          std::vector<ShownBodies>{all_bodies, all_bodies, all_bodies, all_bodies, no_bodies, no_bodies, all_bodies});
    CHECK(three.origins[6].galaxy == 2);
    CHECK(three.origins[6].radii->size() == 100);

    const SceneSnapshot without_first = with_particles(three, remove_galaxy(three.particles, "milky-way"));
    REQUIRE(without_first.particles.components[0].galaxy == "andromeda");
    CHECK(without_first.origins[0].galaxy == 1);
    CHECK(without_first.origins[0].first_row == start.components[1].first);
    CHECK(without_first.origins[0].radii == first.origins[1].radii);
    CHECK(without_first.shown == std::vector<ShownBodies>{all_bodies, all_bodies, no_bodies, all_bodies});

    // Component origins keep the radii that the bodies had at the start, although the bodies have moved.
    const SceneSnapshot thrown =
        with_particles(three, throw_galaxy(three.particles, "andromeda", {9, 0, 0}, {0, 0, 0}));
    CHECK(thrown.origins[1].radii == first.origins[1].radii);
}

TEST_CASE("perturbers stay the last bodies of the particle set and are deleted with their galaxy") {
    const ParticleSet before = generate(shipped_scene("black-holes"), 500);
    const std::vector<Float4> holes{before.positions.end() - 2, before.positions.end()};
    ParticleSet third = generate_alone(shipped_scene("minor-merger"), 1, 100, 2);
    const ParticleSet after = append_galaxy(before, third);
    CHECK(perturber_count(after.components) == 2);
    CHECK(after.components.back().name == "B");
    CHECK(after.components.back().first == after.size() - 1);
    CHECK(std::memcmp(&after.positions[after.size() - 2], holes.data(), 2 * sizeof(Float4)) == 0);
    check_kept(before, after);
    std::size_t next = 0;
    for (const Component& component : after.components) {
        CHECK(component.first == next);
        next += component.count;
    }
    CHECK(std::set<std::uint32_t>(after.ids.begin(), after.ids.end()).size() == after.size());
    const ParticleSet without_host = remove_galaxy(after, "host");
    CHECK(perturber_count(without_host.components) == 1);
    CHECK(without_host.components.back().name == "B");
    CHECK(galaxies(without_host) == std::vector<std::string>{"visitor", "satellite"});
}
