// The ring around a new galaxy shows the plane of its disk. The user grabs and turns the ring with the pointer.
#include "app/tools/ring.hpp"

#include <doctest/doctest.h>

#include "app/tools/play_tools.hpp"
#include "render/camera/camera.hpp"

using namespace milkomeda;

namespace {

Aim aim_with(const glm::vec3& spin) { return {.place = {1, 2, 0}, .spin = spin, .radius = 3}; }

}  // namespace

TEST_CASE("the ring lies around the position of the new galaxy, perpendicular to the galaxy's spin") {
    CHECK(ring_of(aim_with({0, 0, 0})).empty());
    const Aim aim = aim_with({0, -2, 1});
    const std::vector<glm::vec3> ring = ring_of(aim);
    REQUIRE(ring.size() > 30);
    // The first and the last point coincide, because the ring is closed.
    CHECK(glm::distance(ring.front(), ring.back()) < 1e-5f);
    for (const glm::vec3& point : ring) {
        CHECK(glm::distance(point, aim.place) == doctest::Approx(3));
        CHECK(std::abs(glm::dot(point - aim.place, aim.spin)) < 1e-5f);
    }
}

TEST_CASE("the ring of a new galaxy is found under the pointer only near its drawn line") {
    Camera camera;
    camera.distance = 30;
    const View view = view_of(camera, 800, 600);
    const Aim aim = aim_with({0, 0, 1});
    const glm::vec2 seen = *pixel_of(view, ring_of(aim)[5]);
    const auto found = ring_point_at(view, aim, seen + glm::vec2{0.5f, -0.5f}, 10);
    REQUIRE(found);
    CHECK(glm::distance(*found, ring_of(aim)[5]) < 1e-5f);
    CHECK_FALSE(ring_point_at(view, aim, *pixel_of(view, aim.place), 10));
    CHECK_FALSE(ring_point_at(view, aim, seen + glm::vec2{200, 0}, 10));
}

TEST_CASE("dragging turns the ring of a new galaxy like a ball") {
    const glm::vec3 toward_viewer{0, 0, 1};
    const RingGrip right{{1, 0}, false, toward_viewer};
    CHECK(glm::distance(right.turned({1, 0}), toward_viewer) < 1e-6f);
    // Dragging beyond the edge of the ring has the effect of dragging to the edge.
    CHECK(glm::distance(right.turned({2, 0}), toward_viewer) < 1e-6f);
    // Dragging the right edge to half of the radius turns the ring by 60 degrees toward the viewer.
    CHECK(right.turned({0.5f, 0}).z == doctest::Approx(0.5));
    CHECK(right.turned({0.5f, 0}).x == doctest::Approx(-std::sqrt(0.75)));
    // Dragging the far half of the ring turns the ring in the opposite direction.
    CHECK(RingGrip({1, 0}, true, toward_viewer).turned({0.5f, 0}).x == doctest::Approx(std::sqrt(0.75)));
    // The grabbed point of the ring follows the pointer.
    const RingGrip inclined{{0.6f, 0}, false, {-0.8f, 0, 0.6f}};
    const glm::vec3 spin = inclined.turned({0.6f, 0.4f});
    CHECK(glm::length(spin) == doctest::Approx(1));
    CHECK(std::abs(glm::dot(spin, {0.6f, 0.4f, std::sqrt(1 - 0.36f - 0.16f)})) < 1e-5f);
}
