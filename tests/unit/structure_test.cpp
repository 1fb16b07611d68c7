// The center of a galaxy must not depend on bodies that have been torn away from the galaxy.
#include "data/particles/structure.hpp"

#include <doctest/doctest.h>

using namespace milkomeda;

namespace {

// Returns three galaxies. Galaxy a has a bulge, which is not its first component. Galaxy b has a disk but no bulge.
// Galaxy c has neither.
ParticleSet galaxies_abc() {
    ParticleSet particles;
    const auto add = [&particles](const char* name, const char* galaxy, float x, std::size_t count) {
        particles.components.push_back({name, galaxy, particles.size(), count, 1.0});
        particles.positions.resize(particles.size() + count, Float4{x, 0, 0, 1});
    };
    add("disk", "a", 1, 5);
    add("bulge", "a", 2, 5);
    add("halo", "b", 3, 5);
    add("disk", "b", 4, 5);
    add("halo", "c", 5, 5);
    add("gas", "c", 5, 5);
    return particles;
}

}  // namespace

TEST_CASE("the center of a galaxy does not shift if many of its bodies are torn away to one side") {
    std::vector<glm::dvec3> points;
    for (int i = -30; i <= 30; ++i) points.push_back({7 + 0.01 * i, -2, 0.02 * i});
    // Two fifths of all points are far away on one side.
    for (int i = 0; i < 40; ++i) points.push_back({100.0 + i, 50, 3});
    const glm::dvec3 center = shrinking_mean(points);
    // The shrinking mean ends with 51 of the 61 points around (7, -2, 0). If all ten omitted points are on one side,
    // the mean is shifted by 5 spacings of 0.01.
    CHECK(center[0] == doctest::Approx(7).epsilon(0.05 / 7).scale(0));
    CHECK(center[1] == doctest::Approx(-2));
    CHECK(std::abs(center[2]) <= 0.1);
}

TEST_CASE("the center of a galaxy is the center of its bulge, else of its disk, else of all its bodies") {
    const ParticleSet particles = galaxies_abc();
    CHECK(galaxies(particles) == std::vector<std::string>{"a", "b", "c"});
    CHECK(center_of_galaxy(particles, "a")[0] == 2);
    CHECK(center_of_galaxy(particles, "b")[0] == 4);
    CHECK(center_of_galaxy(particles, "c")[0] == 5);
    CHECK(core_of_galaxy(particles, "c").size() == 2);
}

TEST_CASE("young stars do not count in the radii of gas") {
    ParticleSet particles;
    for (int i = 0; i <= 10; ++i) {  // gas at the distances 0, 1, ... 10, and stars far outside
        particles.positions.push_back({static_cast<float>(i), 0, 0, 1});
        particles.velocities.push_back({0, 0, 0, 0.5f});
        particles.positions.push_back({100, 0, 0, 1});
        particles.velocities.push_back({0, 0, 0, -4000});
    }
    const Component gas{"gas", "milky-way", 0, particles.size(), 1};
    const BodyRows rows{particles.positions, particles.velocities, {&gas, 1}};
    const LagrangianRadii radii = lagrangian_radii(rows, gas, glm::dvec3{0});
    CHECK(radii.r10 == 1);
    CHECK(radii.r50 == 5);
    CHECK(radii.r90 == 9);
    for (Float4& velocity : particles.velocities) velocity.w = -4000;
    CHECK(std::isnan(lagrangian_radii(rows, gas, glm::dvec3{0}).r50));
    const Component disk{"disk", "milky-way", 0, particles.size(), 1};
    CHECK(lagrangian_radii(rows, disk, glm::dvec3{0}).r90 > 9);
}
