// Camera projections computed in C++, computed in shaders, and seen in pictures.
#include <doctest/doctest.h>

#include <array>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <random>
#include <vector>

#include "harness.hpp"
#include "render/camera/projection.hpp"
#include "render/gl/shader_program.hpp"

using namespace milkomeda;

namespace {

constexpr int projected_width = 640, projected_height = 360;
constexpr std::array all_projections{Projection::perspective, Projection::orthographic, Projection::hammer,
                                     Projection::dome};

Camera tilted(Projection projection) {
    Camera camera = look_at({3, -2, 5}, {1, 0.5f, -1}, 1);
    camera.projection = projection;
    camera.frame = glm::mat3{glm::rotate(glm::mat4{1}, 0.7f, glm::vec3{0.3f, -0.8f, 0.5f})};
    return camera;
}

// Returns points in all directions and at all distances, including points on the axes and coordinate planes of the
// view.
std::vector<glm::vec3> points_around(const Camera& camera) {
    const glm::mat4 world_from_view = glm::inverse(view_from_world(camera));
    std::vector<glm::vec3> points;
    const auto add = [&](const glm::vec3& seen) { points.emplace_back(world_from_view * glm::vec4{seen, 1}); };
    for (float x : {-1.0f, 0.0f, 1.0f})
        for (float y : {-1.0f, 0.0f, 1.0f})
            for (float z : {-1.0f, 0.0f, 1.0f})
                if (x != 0 || y != 0 || z != 0) add(4.0f * glm::vec3{x, y, z});
    std::mt19937 random{1};
    std::normal_distribution<float> normal;
    for (int i = 0; i < 1000; ++i) {
        const glm::vec3 way{normal(random), normal(random), normal(random)};
        add(glm::normalize(way) * std::exp(2 * normal(random)));
    }
    return points;
}

struct OnGpu {
    glm::vec2 pixel;
    float distance, pixels_per_unit;
};

// Projects points by shaders/camera/projection.glsl. The shader writes the result of point i to pixel i of a row of
// pixels.
std::vector<OnGpu> project_on_gpu(const View& view, const std::vector<glm::vec3>& points) {
    const auto read = [](std::string_view name) {
        if (name == "shaders/probe.frag")
            return std::string{"#version 330 core\nflat in vec4 found; out vec4 value; void main() { value = found; }"};
        return name == "shaders/probe.vert" ? std::string{R"(#version 330 core
#include "shaders/camera/projection.glsl"
layout(location = 0) in vec3 position;
uniform float count;
uniform vec2 size;
flat out vec4 found;
void main() {
    Projected seen = project(position);
    bool inside = seen.clip.w > 0.0 && seen.clip.z >= -seen.clip.w;
    vec2 there = size * (vec2(0.5) + vec2(0.5, -0.5) * seen.clip.xy / seen.clip.w);
    found = inside ? vec4(there, seen.distance, seen.pixels_per_unit) : vec4(0.0, 0.0, -1.0, 0.0);
    gl_Position = vec4((float(gl_VertexID) + 0.5) / count * 2.0 - 1.0, 0.0, 0.0, 1.0);
})"}
                                            : built_in(name);
    };
    const ShaderProgram program{read, "shaders/probe.vert", "shaders/probe.frag"};
    const GlBuffer buffer = new_buffer();
    const GlVertexArray rows = new_vertex_array();
    glBindVertexArray(rows.name());
    glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(points.size() * sizeof(glm::vec3)), points.data(),
                 GL_STATIC_DRAW);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
    const GlTexture texture = new_texture();
    const auto count = static_cast<GLsizei>(points.size());
    glBindTexture(GL_TEXTURE_2D, texture.name());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, count, 1, 0, GL_RGBA, GL_FLOAT, nullptr);
    const GlFramebuffer framebuffer = new_framebuffer();
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture.name(), 0);
    REQUIRE(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE);
    glViewport(0, 0, count, 1);
    glDisable(GL_BLEND);
    program.use();
    program.set(view);
    program.set("count", static_cast<float>(count));
    program.set("size", glm::vec2{view.width, view.height});
    glDrawArrays(GL_POINTS, 0, count);
    std::vector<glm::vec4> values(points.size());
    glReadPixels(0, 0, count, 1, GL_RGBA, GL_FLOAT, values.data());
    CHECK(glGetError() == GL_NO_ERROR);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glUseProgram(0);
    std::vector<OnGpu> found;
    for (const glm::vec4& value : values) found.push_back({{value.x, value.y}, value.z, value.w});
    return found;
}

// Returns the point at the distance `away` whose direction is `longitude` to the right of the view's center and
// `latitude` above the center.
glm::vec3 in_sky(const Camera& camera, double longitude, double latitude, double away = 3) {
    const glm::dvec3 seen{std::cos(latitude) * std::sin(longitude), std::sin(latitude),
                          -std::cos(latitude) * std::cos(longitude)};
    return glm::vec3{glm::inverse(glm::dmat4{view_from_world(camera)}) * glm::dvec4{away * seen, 1}};
}

constexpr double degree = glm::pi<double>() / 180;

}  // namespace

TEST_CASE("shaders and C++ project points identically") {
    for (const Projection projection : all_projections) {
        CAPTURE(name_of(projection));
        for (const float eye : {0.0f, 0.03f}) {
            Camera camera = tilted(projection);
            camera.eye = eye;
            const View view = view_of(camera, projected_width, projected_height);
            const std::vector<glm::vec3> points = points_around(camera);
            const std::vector<OnGpu> found = project_on_gpu(view, points);
            int seen = 0;
            for (std::size_t i = 0; i < points.size(); ++i) {
                CAPTURE(points[i]);
                const std::optional<glm::vec2> pixel = pixel_of(view, points[i]);
                // If a point lies in the clipping plane, rounding decides whether the point is visible.
                const glm::vec3 in_view = view.view_from_world * glm::vec4{points[i], 1};
                if (std::abs(in_view.z) < 1e-5f && !(pixel && found[i].distance > 0)) continue;
                // If a point lies in the seam, rounding decides at which edge of the map the point appears.
                if (projection == Projection::hammer && std::abs(in_view.x) < 1e-5f && in_view.z > 0) continue;
                REQUIRE(pixel.has_value() == (found[i].distance > 0));
                if (!pixel) continue;
                ++seen;
                // Tolerance: a few units in the last place of a float; points may lie far outside the picture.
                const float rounding = 1e-2f + 1e-4f * glm::length(*pixel);
                CHECK(glm::length(*pixel - found[i].pixel) < rounding);
                CHECK(found[i].distance * found[i].pixels_per_unit == doctest::Approx(view.pixels_at_unit_distance));
            }
            CHECK(seen > 300);
        }
    }
}

TEST_CASE("every projection shows the target in the center and mirrors neither left and right nor up and down") {
    for (const Projection projection : all_projections) {
        CAPTURE(name_of(projection));
        const Camera camera = tilted(projection);
        const View view = view_of(camera, projected_width, projected_height);
        const auto middle = pixel_of(view, camera.target);
        REQUIRE(middle);
        CHECK(glm::length(*middle - glm::vec2{projected_width / 2, projected_height / 2}) < 1e-2f);
        CHECK(pixel_of(view, in_sky(camera, 0.1, 0))->x > middle->x + 1);
        CHECK(pixel_of(view, in_sky(camera, 0, 0.1))->y < middle->y - 1);
    }
}

TEST_CASE("all maps of the sky have equal scales near the center") {
    for (const Projection projection : {Projection::hammer, Projection::dome}) {
        const Camera camera = tilted(projection);
        const View view = view_of(camera, projected_width, projected_height);
        CHECK(view.reference_distance == 1);
        const float right = pixel_of(view, in_sky(camera, 0.01, 0))->x - projected_width / 2;
        const float up = projected_height / 2 - pixel_of(view, in_sky(camera, 0, 0.01))->y;
        // Tolerance: a displacement of 0.01 radian is about one pixel, the difference of two floats near 320.
        CHECK(right == doctest::Approx(0.01f * view.pixels_at_unit_distance).epsilon(1e-3).scale(0));
        CHECK(up == doctest::Approx(0.01f * view.pixels_at_unit_distance).epsilon(1e-3).scale(0));
    }
}

TEST_CASE("the Hammer map is an ellipse that fills the picture and preserves areas") {
    for (const glm::ivec2 size : {glm::ivec2{640, 360}, glm::ivec2{1000, 300}, glm::ivec2{300, 900}}) {
        const Camera camera = tilted(Projection::hammer);
        const View view = view_of(camera, size.x, size.y);
        const double radian = view.pixels_at_unit_distance;
        const glm::vec2 half = std::sqrt(2.0f) * static_cast<float>(radian) * glm::vec2{2, 1};
        const glm::vec2 filled = half / (0.5f * glm::vec2{size});
        CHECK(std::max(filled.x, filled.y) == doctest::Approx(1));
        const auto at = [&](double longitude, double latitude) {
            return glm::dvec2{*pixel_of(view, in_sky(camera, longitude, latitude))};
        };
        for (double longitude = -179.5; longitude < 180; longitude += 7.3)
            for (double latitude = -88; latitude < 89; latitude += 8.1) {
                const double l = longitude * degree, b = latitude * degree, d = 0.02;
                const glm::dvec2 from_middle = (at(l, b) - 0.5 * glm::dvec2{size}) / glm::dvec2{half};
                CHECK(glm::length(from_middle) < 1 + 1e-5);
                if (std::abs(longitude) > 178 || std::abs(latitude) > 86) continue;
                const glm::dvec2 right = at(l + d / 2, b) - at(l - d / 2, b);
                const glm::dvec2 up = at(l, b + d / 2) - at(l, b - d / 2);
                const double area = std::abs(right.x * up.y - right.y * up.x);
                const double share = area / (d * d * std::cos(b) * radian * radian);
                // Tolerance: the differences of pixel positions are only one or two pixels. Their rounding errors are
                // half a percent.
                CHECK(share == doctest::Approx(1).epsilon(0.01).scale(0));
            }
    }
}

TEST_CASE(
    "the seam of the Hammer map is behind the camera, and its two sides are at the left and right edges of the map") {
    const Camera camera = tilted(Projection::hammer);
    const View view = view_of(camera, projected_width, projected_height);
    const float half_width = 2 * std::sqrt(2.0f) * view.pixels_at_unit_distance;
    // An angle of 0.01 degrees is a fiftieth of a pixel.
    CHECK(std::abs(pixel_of(view, in_sky(camera, 179.99 * degree, 0))->x - (projected_width / 2 + half_width)) < 0.1f);
    CHECK(std::abs(pixel_of(view, in_sky(camera, -179.99 * degree, 0))->x - (projected_width / 2 - half_width)) < 0.1f);
    // The points straight up, down and backward are on the map, also if their zero coordinates are negative zeros.
    for (const auto& [l, b] : {std::pair{0.0, 90.0}, {0.0, -90.0}, {180.0, 0.0}, {-180.0, 0.0}})
        CHECK(pixel_of(view, in_sky(camera, l * degree, b * degree)).has_value());
}

TEST_CASE("the dome shows the front hemisphere with distances proportional to angles") {
    const Camera camera = tilted(Projection::dome);
    const View view = view_of(camera, projected_width, projected_height);
    for (double angle : {1.0, 30.0, 60.0, 89.9})
        for (double round = 0; round < 360; round += 30) {
            const double across = std::sin(angle * degree);
            const glm::dvec3 seen{across * std::cos(round * degree), across * std::sin(round * degree),
                                  -std::cos(angle * degree)};
            const auto place = [&](const glm::dvec3& s) {
                return glm::vec3{glm::inverse(glm::dmat4{view.view_from_world}) * glm::dvec4{s, 1}};
            };
            const auto pixel = pixel_of(view, place(seen));
            REQUIRE(pixel);
            // An angle of 90 degrees is half the height of the picture.
            CHECK(glm::distance(*pixel, glm::vec2{projected_width / 2, projected_height / 2}) ==
                  doctest::Approx(angle / 90 * projected_height / 2).epsilon(1e-3).scale(0));
            CHECK_FALSE(pixel_of(view, place({seen.x, seen.y, -seen.z})));
        }
}

TEST_CASE("the dome projection preserves surface brightness, although areas grow toward the rim") {
    Camera camera = tilted(Projection::dome);
    const View view = view_of(camera, projected_width, projected_height);
    for (double angle : {10.0, 45.0, 85.0}) {
        const double theta = angle * degree, d = 0.05;
        const std::vector<OnGpu> found = project_on_gpu(view, {in_sky(camera, theta, 0, 1)});
        const auto at = [&](double a, double b) { return glm::dvec2{*pixel_of(view, in_sky(camera, a, b))}; };
        const double radial = at(theta + d / 2, 0).x - at(theta - d / 2, 0).x;
        const double across = at(theta, -d / 2).y - at(theta, d / 2).y;
        // Shaders divide light by the square of the distance that projection.glsl returns. The true distance is 1 here.
        const double light = 1 / std::pow(found[0].distance, 2);
        const double pixels = radial * across / (d * d) / std::pow(view.pixels_at_unit_distance, 2);
        // Tolerance: finite differences have an error of d^2 / 24 times second derivatives of order one.
        CHECK(light == doctest::Approx(pixels).epsilon(0.01).scale(0));
    }
}

TEST_CASE("an orthographic camera has one scale at all depths, equal to the perspective scale at the target") {
    Camera camera = tilted(Projection::perspective);
    const float at_target = pixels_per_unit_at_target(view_of(camera, projected_width, projected_height));
    camera.projection = Projection::orthographic;
    const View view = view_of(camera, projected_width, projected_height);
    CHECK(pixels_per_unit_at_target(view) == doctest::Approx(at_target));
    const glm::vec3 ahead = forward(camera);
    for (float depth : {-100.0f, 0.0f, 3.0f, 1000.0f}) {
        const auto pixel = pixel_of(view, camera.target + depth * ahead);
        REQUIRE(pixel);
        CHECK(glm::length(*pixel - glm::vec2{projected_width / 2, projected_height / 2}) < 0.05f);
    }
    for (const OnGpu& found : project_on_gpu(view, points_around(camera))) CHECK(found.distance == 1);
}

TEST_CASE("both stereo eyes see the target at one position, and nearer points at separate positions") {
    for (const Projection projection : {Projection::perspective, Projection::orthographic}) {
        CAPTURE(name_of(projection));
        Camera left = tilted(projection), right = left;
        left.eye = -0.02f, right.eye = 0.02f;
        const auto apart = [&](const glm::vec3& point) {
            return pixel_of(view_of(right, projected_width, projected_height), point)->x -
                   pixel_of(view_of(left, projected_width, projected_height), point)->x;
        };
        const glm::vec3 ahead = forward(left);
        CHECK(std::abs(apart(left.target)) < 1e-2f);
        CHECK(apart(left.target - 2.0f * ahead) < -1);
        CHECK(apart(left.target + 2.0f * ahead) > 1);
    }
}

TEST_CASE("looking around does not move the camera") {
    for (const Projection projection : {Projection::perspective, Projection::hammer}) {
        Camera camera = tilted(projection);
        const glm::vec3 here = position(camera), ahead = camera.target;
        look_around(camera, {0.1f, 0.05f});
        CHECK(glm::distance(position(camera), here) < 1e-4f);
        const glm::vec2 pixel = *pixel_of(view_of(camera, projected_width, projected_height), ahead);
        CHECK(pixel.x > projected_width / 2 + 10);  // The target moves with the pointer, to the right and down.
        CHECK(pixel.y > projected_height / 2 + 5);
    }
}

TEST_CASE("interpolating between two cameras takes the shorter rotation") {
    Camera from = tilted(Projection::perspective), to = from;
    from.yaw = 3, to.yaw = -3, from.distance = 1, to.distance = 100;
    const Camera middle = between(from, to, 0.5f);
    CHECK(std::abs(std::remainder(middle.yaw - glm::pi<float>(), glm::two_pi<float>())) < 1e-5f);
    CHECK(middle.distance == doctest::Approx(10));
    CHECK(glm::distance(position(between(from, to, 1)), position(to)) == 0);
    CHECK(glm::distance(position(between(from, to, 0)), position(from)) < 1e-4f);
    to.frame = glm::mat3{1};
    const glm::mat3 frame = between(from, to, 0.5f).frame;
    CHECK(glm::length(frame[0]) == doctest::Approx(1));
    CHECK(std::abs(glm::dot(frame[0], frame[1])) < 1e-5f);
}
