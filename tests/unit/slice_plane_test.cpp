#include "app/tools/slice_plane.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace milkomeda;

namespace {

View view() { return view_of(Camera{.yaw = 0.4f, .pitch = 0.6f, .distance = 50}, 800, 600); }

bool near(const glm::vec3& a, const glm::vec3& b, float within) { return glm::distance(a, b) < within; }

}  // namespace

TEST_CASE("the drawn square of a potential slice coincides with its lattice of samples") {
    const PlaneChoice plane{.anchor = {1, 2, 3}, .height = 4, .tilt = 35, .turn = -70, .edge = 12};
    const SlicePlane square = rectangle_of(plane);
    CHECK(std::abs(glm::dot(square.across, square.up)) < 1e-4f);
    CHECK(std::abs(glm::dot(square.across, normal_of(plane))) < 1e-4f);
    CHECK(near(glm::normalize(glm::cross(square.across, square.up)), normal_of(plane), 1e-5f));
    CHECK(near(square.center, glm::vec3{1, 2, 3} + 4.0f * normal_of(plane), 1e-4f));
    const Lattice lattice = lattice_of(plane, 4);
    const glm::dvec3 first = lattice.point(0, 0, 0);
    CHECK(near({first.x, first.y, first.z}, square.center - 0.75f * (square.across + square.up), 1e-4f));
}

TEST_CASE("dragging the center handle moves the potential slice along its normal, following the pointer") {
    const PlaneChoice plane{.tilt = 60, .turn = 20, .edge = 30};
    const auto from = pixel_of(view(), center_of(plane)), tip = pixel_of(view(), tip_of(plane));
    REQUIRE(from);
    REQUIRE(tip);
    CHECK(handle_at(plane, view(), *from + glm::vec2{3, 3}, 1) == Handle::center);
    CHECK(handle_at(plane, view(), *tip - glm::vec2{3, 3}, 1) == Handle::tip);
    CHECK(!handle_at(plane, view(), {5, 5}, 1));
    const PlaneChoice moved = dragged(plane, Handle::center, view(), *from, *tip);
    CHECK(moved.height == doctest::Approx(glm::distance(center_of(plane), tip_of(plane))));
    CHECK(moved.tilt == plane.tilt);
}

TEST_CASE("dragging the arrow tip turns the potential slice to the pointer and keeps its center") {
    const PlaneChoice plane{.anchor = {3, -2, 1}, .height = 2, .tilt = 30, .turn = 50, .edge = 30};
    const auto tip = pixel_of(view(), tip_of(plane));
    REQUIRE(tip);
    const glm::vec2 to = *tip + glm::vec2{-25, 20};
    const PlaneChoice turned = dragged(plane, Handle::tip, view(), *tip, to);
    CHECK(near(center_of(turned), center_of(plane), 1e-3f));
    const auto now = pixel_of(view(), tip_of(turned));
    REQUIRE(now);
    // The arrow tip follows the pointer at the depth of the slice's center. The tip has a different depth, so in
    // perspective it misses the pointer by a few pixels.
    CHECK(glm::distance(*now, to) < 12);
    CHECK(glm::distance(*now, *tip) > 15);
}
