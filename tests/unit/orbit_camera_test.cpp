// The camera that looks onto the orbit of the galaxies.
#include "app/scene/orbit_camera.hpp"

#include <doctest/doctest.h>

#include "data/particles/particle_file.hpp"

using namespace milkomeda;

namespace {

// Returns two galaxies of two bodies each, whose centers have opposite positions and velocities. The bodies of a galaxy
// move against each other, which must not change the axis of the orbit.
ParticleSet pair_of_galaxies(const glm::dvec3& position, const glm::dvec3& velocity) {
    ParticleSet particles;
    for (const double sign : {1.0, -1.0})
        for (const double spin : {1.0, -1.0}) {
            const glm::dvec3 x = sign * position + spin * glm::dvec3{0.1, 0, 0};
            const glm::dvec3 v = sign * velocity + spin * glm::dvec3{0, 0, 5};
            particles.positions.push_back(float4_of(x, 0.5));
            particles.velocities.push_back(float4_of(v, 0));
        }
    add_component(particles, "disk", "first", 2);
    add_component(particles, "disk", "second", 2);
    return particles;
}

}  // namespace

TEST_CASE("the camera turns to look along the axis of the orbit, and keeps its side of the orbit and its distance") {
    const Camera before = look_at({3, -20, 5}, {1, 0, 0}, 1);
    for (const double sense : {1.0, -1.0}) {
        const Camera camera = on_orbital_axis(before, pair_of_galaxies({5, 0, 1}, {-1, 0, 0.5 * sense}));
        CHECK(camera.target == before.target);
        CHECK(camera.distance == doctest::Approx(before.distance));
        // The orbit lies in the plane of x and z, so that the camera is on the negative side of the y axis.
        CHECK(glm::distance(forward(camera), {0, 1, 0}) < 2e-3f);
    }
}

TEST_CASE("the camera stays where it was if the galaxies have no orbit") {
    const Camera before = look_at({3, -20, 5}, {1, 0, 0}, 1);
    CHECK(on_orbital_axis(before, pair_of_galaxies({5, 0, 1}, {-5, 0, -1})) == before);  // head-on
    ParticleSet one = pair_of_galaxies({5, 0, 1}, {0, 1, 0});
    for (Component& component : one.components) component.galaxy = "first";
    CHECK(on_orbital_axis(before, one) == before);
}
