// A slice through the potential, drawn over a picture: its position, its colors and its contour lines.
#include "render/slice/slice_renderer.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "harness.hpp"
#include "render/camera/stereo_views.hpp"
#include "render/particles/color_map.hpp"

using namespace milkomeda;

namespace {

constexpr int slice_edge = 200, points = 64;

// Returns a potential that decreases from 0 at the left to -1 at the right, sampled at the centers of cells.
std::vector<float> slope() {
    std::vector<float> numbers;
    for (int row = 0; row < points; ++row)
        for (int column = 0; column < points; ++column)
            numbers.push_back(-(static_cast<float>(column) + 0.5f) / points);
    return numbers;
}

struct Slice {
    Camera camera{.distance = 10};
    SlicePlane plane{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}};
    SliceStyle style{};
    Look look{};
    std::vector<float> numbers = slope();

    Image picture() const {
        const OffscreenTarget target = black_target(slice_edge, slice_edge);
        SliceRenderer renderer{built_in};
        renderer.set(numbers, points, points);
        for (const StereoView& eye : stereo_views(camera, look, slice_edge, slice_edge)) {
            glViewport(eye.corner.x, eye.corner.y, static_cast<GLsizei>(eye.view.width),
                       static_cast<GLsizei>(eye.view.height));
            renderer.draw(eye.view, plane, style);
        }
        return read_framebuffer(slice_edge, slice_edge);
    }
    // Returns the color of the pixel that shows the position `place` in the scene.
    glm::vec3 at(const Image& picture, const glm::vec3& place) const {
        const auto pixel_place = pixel_of(view_of(camera, slice_edge, slice_edge), place);
        REQUIRE(pixel_place);
        return pixel(picture, static_cast<int>(pixel_place->x), static_cast<int>(pixel_place->y));
    }
};

glm::vec3 shade(float depth, float opacity) {
    const glm::vec3 color = 255.0f * srgb_from_linear(table_of(ColorMap::viridis).at(depth));
    return opacity * std::lerp(0.3f, 1.0f, depth) * color;
}

void check_near(const glm::vec3& found, const glm::vec3& expected) {
    // Tolerance: the nearest pixel center is up to half a pixel from the requested position, which is 0.7 % of the
    // potential range, or 1 % in an oblique view. A color channel changes by up to 2 * 255 over the range.
    constexpr float tolerance = 8;
    for (int channel = 0; channel < 3; ++channel) CHECK(std::abs(found[channel] - expected[channel]) < tolerance);
}

}  // namespace

TEST_CASE("a potential slice is drawn exactly on its plane, in perspective and orthographic projection") {
    for (const Projection projection : {Projection::perspective, Projection::orthographic}) {
        Slice slice;
        slice.camera.projection = projection;
        slice.style.opacity = 1;
        const Image picture = slice.picture();
        for (const float x : {-1.8f, -0.5f, 0.9f, 1.8f})
            for (const float y : {-1.8f, 0.0f, 1.8f}) {
                CAPTURE(x);
                CAPTURE(y);
                check_near(slice.at(picture, {x, y, 0}), shade((x + 2) / 4, 1));
            }
        for (const glm::vec3& outside : {glm::vec3{2.3f, 0, 0}, {0, -2.3f, 0}, {-2.3f, 2.3f, 0}})
            CHECK(slice.at(picture, outside) == glm::vec3{0});
    }
}

TEST_CASE("a potential slice is translucent, and more opaque where the potential is lower") {
    Slice slice;
    slice.style.opacity = 0.5f;
    const Image picture = slice.picture();
    check_near(slice.at(picture, {-1.5f, 0, 0}), shade(0.125f, 0.5f));
    check_near(slice.at(picture, {1.5f, 0, 0}), shade(0.875f, 0.5f));
}

TEST_CASE("a potential slice rotated by 90 degrees is seen edge-on") {
    Slice slice;
    slice.style.opacity = 1;
    slice.plane = {{0, 0, 0}, {0, 0, 2}, {0, 2, 0}};  // This plane is seen edge-on if the yaw is 0.
    slice.camera.yaw = 0.7f;
    const Image picture = slice.picture();
    check_near(slice.at(picture, {0, 0, 1.5f}), shade(0.875f, 1));
    check_near(slice.at(picture, {0, 1, -1}), shade(0.25f, 1));
    CHECK(slice.at(picture, {1, 0, -0.5f}) == glm::vec3{0});
}

TEST_CASE("contour lines of the potential lie at round values and have equal widths") {
    Slice slice;
    slice.style.opacity = 0.05f;  // Contour lines are opaque for any opacity of the slice.
    slice.style.step = 0.25f;
    slice.style.line_width = 2;
    const Image picture = slice.picture();
    for (const float x : {-1.0f, 0.0f, 1.0f}) CHECK(slice.at(picture, {x, 0.5f, 0}).r > 120);
    for (const float x : {-1.5f, -0.5f, 0.5f, 1.5f}) CHECK(slice.at(picture, {x, 0.5f, 0}).r < 40);
    int bright = 0;
    for (int x = 0; x < slice_edge; ++x) bright += pixel(picture, x, slice_edge / 2).r > 60;
    CHECK(bright >= 3 * 2);  // Each of the three lines is two pixels wide.
    CHECK(bright <= 3 * 4);  // The soft edges of a line may cover two more pixels.
}

TEST_CASE("in an anaglyph the left eye writes only red, and the right eye only green and blue") {
    Slice slice;
    slice.style.opacity = 1;
    slice.look.stereo = Stereo::anaglyph;
    slice.numbers.assign(slice.numbers.size(), -0.8f);
    const Image picture = slice.picture();
    const glm::vec3 color = shade(0.8f, 1) / std::lerp(0.3f, 1.0f, 0.8f), found = slice.at(picture, {0, 0, 0});
    const float cover = std::lerp(0.3f, 1.0f, 0.8f);
    CHECK(std::abs(found.r - cover * luminance(color)) < 4);
    CHECK(std::abs(found.g - cover * color.g) < 4);
    CHECK(std::abs(found.b - cover * color.b) < 4);
}

TEST_CASE("maps of the sky show no potential slice") {
    Slice slice;
    slice.camera.projection = Projection::hammer;
    const Image picture = slice.picture();
    for (int y = 0; y < slice_edge; y += 10)
        for (int x = 0; x < slice_edge; x += 10) CHECK(pixel(picture, x, y) == glm::vec3{0});
}
