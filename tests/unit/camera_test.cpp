// These tests check the geometry of the camera without OpenGL.
#include "render/camera/camera.hpp"

#include <doctest/doctest.h>

#include <glm/gtc/constants.hpp>

#include "render/camera/projection.hpp"
#include "render/look/look.hpp"

using namespace milkomeda;

namespace {

const glm::vec3 default_position{-8.55f, 13.95f, 41.85f};
constexpr float aspect = 16.0f / 9;

glm::vec4 clip_from_world(const Camera& camera, const glm::vec3& point) {
    return clip_from_view(camera, aspect) * view_from_world(camera) * glm::vec4{point, 1};
}

// Returns the position of a point in the window, relative to the window's center and in units of the window's height. x
// points to the right, y points down.
glm::vec2 on_screen(const Camera& camera, const glm::vec3& point) {
    const glm::vec4 clip = clip_from_world(camera, point);
    return {clip.x / clip.w * aspect / 2, -clip.y / clip.w / 2};
}

bool is_close(const glm::vec2& a, const glm::vec2& b) { return glm::length(a - b) < 1e-4f; }

}  // namespace

TEST_CASE("look_at() puts the camera at the given position and the target in the center of the picture") {
    for (const glm::vec3& camera_position : {default_position, glm::vec3{3, -20, -7}, glm::vec3{0, 0, 5}}) {
        const Camera camera = look_at(camera_position, {1, 2, -3}, 1);
        CHECK(glm::length(position(camera) - camera_position) < 1e-4f * glm::length(camera_position));
        CHECK(camera.fov_radians == 1);
        CHECK(is_close(on_screen(camera, {1, 2, -3}), {0, 0}));
    }
}

TEST_CASE("look_at() gives a valid camera even if the camera is straight above its target or at its target") {
    const Camera above = look_at({0, 30, 0}, {0, 0, 0}, 1);
    CHECK(above.pitch == doctest::Approx(steepest_pitch));
    CHECK(is_close(on_screen(above, {0, 0, 0}), {0, 0}));
    const Camera inside = look_at({1, 1, 1}, {1, 1, 1}, 1);
    CHECK(inside.distance >= nearest_distance);
    CHECK(glm::length(position(inside) - glm::vec3{1}) < 1);
}

TEST_CASE("the default camera shows +x to the right and +y upward") {
    const Camera camera;
    CHECK(on_screen(camera, {1, 0, 0}).x > 0);
    CHECK(on_screen(camera, {0, 1, 0}).y < 0);
}

TEST_CASE("panning keeps the grabbed point under the pointer") {
    for (float distance : {0.5f, 45.0f, 900.0f}) {
        Camera camera = look_at(default_position, {2, -1, 3}, 1);
        camera.distance = distance;
        const glm::vec3 grabbed_point = camera.target;
        pan(camera, {0.2f, -0.1f});
        CHECK(is_close(on_screen(camera, grabbed_point), {0.2f, -0.1f}));
        pan(camera, {-0.5f, 0.3f});
        CHECK(is_close(on_screen(camera, grabbed_point), {-0.3f, 0.2f}));
        CHECK(camera.distance == distance);
    }
}

TEST_CASE("dragging moves the near side of the scene with the pointer; a drag by one window height is half a turn") {
    Camera camera;
    const glm::vec3 near_side{0, 0, 1};
    rotate(camera, {0.1f, 0});
    CHECK(on_screen(camera, near_side).x > 0);
    camera = {};
    rotate(camera, {0, 0.1f});
    CHECK(on_screen(camera, near_side).y > 0);
    camera = {};
    rotate(camera, {1, 0});
    CHECK(glm::length(position(camera) - glm::vec3{0, 0, -45}) < 1e-3f);
}

TEST_CASE("rotating the camera stops at the poles and keeps the yaw within one turn") {
    Camera camera;
    for (int i = 0; i < 100; ++i) rotate(camera, {0.7f, 0.3f});
    CHECK(camera.pitch == steepest_pitch);
    CHECK(std::abs(camera.yaw) <= glm::pi<float>() + 1e-4f);
    for (int i = 0; i < 100; ++i) rotate(camera, {0, -0.3f});
    CHECK(camera.pitch == -steepest_pitch);
    CHECK(is_close(on_screen(camera, camera.target), {0, 0}));
}

TEST_CASE("each zoom step changes the camera distance by a fixed ratio, within limits") {
    Camera camera;
    zoom(camera, 1);
    CHECK(camera.distance == doctest::Approx(45 / zoom_ratio));
    zoom(camera, -3);
    CHECK(camera.distance == doctest::Approx(45 * zoom_ratio * zoom_ratio));
    zoom(camera, 1000);
    CHECK(camera.distance == nearest_distance);
    zoom(camera, -1000);
    CHECK(camera.distance == farthest_distance);
}

TEST_CASE("the target and its surroundings lie between the near and far planes at every camera distance") {
    for (float distance : {nearest_distance, 1.0f, 45.0f, farthest_distance}) {
        Camera camera;
        camera.distance = distance;
        for (float behind : {0.0f, 10.0f, 5000.0f}) {
            const glm::vec4 clip = clip_from_world(camera, {0, 0, -behind});
            CHECK(clip.w > 0);
            CHECK(std::abs(clip.z) <= clip.w);
        }
    }
}

TEST_CASE("every draw mode is found by its name, and the draw modes follow each other in a cycle") {
    DrawMode mode = DrawMode::point;
    for (std::string_view name : names<DrawMode>) {
        CHECK(name_of(mode) == name);
        CHECK(value_named<DrawMode>(name) == mode);
        mode = next(mode);
    }
    CHECK(mode == DrawMode::point);
    CHECK_FALSE(value_named<DrawMode>("ray-traced").has_value());
}

TEST_CASE("one size command multiplies the point size by the fourth root of two, within limits") {
    Look look;
    for (int i = 0; i < 4; ++i) set_point_size(look, look.point_size * point_size_step);
    CHECK(look.point_size == doctest::Approx(2));
    for (int i = 0; i < 100; ++i) set_point_size(look, look.point_size * point_size_step);
    CHECK(look.point_size == point_size_range.most);
    for (int i = 0; i < 100; ++i) set_point_size(look, look.point_size / point_size_step);
    CHECK(look.point_size == point_size_range.least);
}

TEST_CASE("moving the principal point shifts the target and all other points by equal amounts") {
    for (const Projection projection : {Projection::perspective, Projection::orthographic}) {
        Camera camera = look_at(default_position, {1, 2, -3}, 1);
        camera.projection = projection;
        const glm::vec3 aside{4, -1, 2};
        const glm::vec2 before = on_screen(camera, aside);
        camera.principal_point = {0.5f, -0.25f};
        const glm::vec2 moved{0.25f * aspect, 0.125f};
        CHECK(is_close(on_screen(camera, {1, 2, -3}), moved));
        CHECK(is_close(on_screen(camera, aside), before + moved));
    }
}

TEST_CASE("a pixel and its depth determine the world position that the pixel shows") {
    Camera camera{.yaw = 0.5f, .pitch = -0.3f, .distance = 20, .target = {1, 2, 3}};
    camera.principal_point = {0.2f, -0.1f};
    for (const Projection projection : {Projection::perspective, Projection::orthographic})
        for (const float eye : {0.0f, 0.04f}) {
            CAPTURE(name_of(projection));
            CAPTURE(eye);
            camera.projection = projection;
            camera.eye = eye;
            const View view = view_of(camera, 800, 600);
            for (const glm::vec3 point : {glm::vec3{1, 2, 3}, {4, -3, 5}, {-6, 1, -7}}) {
                const auto pixel = pixel_of(view, point);
                REQUIRE(pixel);
                const auto back = world_at(view, *pixel, point);
                REQUIRE(back);
                CHECK(glm::distance(*back, point) < 1e-3f);
            }
        }
    camera.projection = Projection::dome;
    CHECK_FALSE(world_at(view_of(camera, 800, 600), {400, 300}, {1, 2, 3}));
    camera.projection = Projection::perspective;
    CHECK_FALSE(world_at(view_of(camera, 800, 600), {400, 300}, 2.0f * position(camera) - camera.target));
}
