// A photograph over, under and instead of the picture of a model.
#include "render/picture/picture_renderer.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "harness.hpp"

using namespace milkomeda;

namespace {

constexpr int photograph_edge = 100;
constexpr float model_gray = 0.6f;

// Draws a photograph, whose four quarters have different gray values, over a gray model. Returns the color of the pixel
// that shows the place of the plane.
struct PhotographTest {
    Camera camera{.distance = 10};
    PicturePlane plane{{-2, 2, 0}, {4, 0, 0}, {0, -4, 0}};
    PictureStyle style;

    glm::vec3 at(const glm::vec3& place) const {
        const OffscreenTarget target = black_target(photograph_edge, photograph_edge);
        glClearColor(model_gray, model_gray, model_gray, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        PictureRenderer renderer{built_in};
        constexpr int quarter = 8;
        std::vector<float> values;
        for (int row = 0; row < 2 * quarter; ++row)
            for (int column = 0; column < 2 * quarter; ++column)
                values.push_back(row < quarter ? (column < quarter ? 1.0f : 0.8f) : (column < quarter ? 0.4f : 0.0f));
        renderer.set(values, 2 * quarter, 2 * quarter);
        const View view = view_of(camera, photograph_edge, photograph_edge);
        renderer.draw(view, {0, 0}, plane, style);
        const Image picture = read_framebuffer(photograph_edge, photograph_edge);
        const auto found = pixel_of(view, place);
        REQUIRE(found);
        return pixel(picture, static_cast<int>(found->x), static_cast<int>(found->y)) / 255.0f;
    }
};

// The framebuffer has 8 bits per channel, and the photograph 16.
constexpr float tone = 1.5f / 255;

void check_tone(const glm::vec3& found, const glm::vec3& expected) {
    for (int channel = 0; channel < 3; ++channel) CHECK(std::abs(found[channel] - expected[channel]) < tone);
}

constexpr glm::vec3 upper_left{-1, 1, 0}, upper_right{1, 1, 0}, lower_left{-1, -1, 0}, lower_right{1, -1, 0},
    outside{3, 0, 0};

}  // namespace

TEST_CASE("a photograph over the model covers the model according to its opacity, in both projections") {
    for (const Projection projection : {Projection::perspective, Projection::orthographic}) {
        PhotographTest test;
        test.camera.projection = projection;
        test.style = {PictureBlend::over, 0.25f};
        check_tone(test.at(upper_left), glm::vec3{0.75f * model_gray + 0.25f});
        check_tone(test.at(upper_right), glm::vec3{0.75f * model_gray + 0.25f * 0.8f});
        check_tone(test.at(lower_left), glm::vec3{0.75f * model_gray + 0.25f * 0.4f});
        check_tone(test.at(lower_right), glm::vec3{0.75f * model_gray});
        check_tone(test.at(outside), glm::vec3{model_gray});
    }
}

TEST_CASE("a photograph under the model adds the light of both") {
    PhotographTest test;
    test.style = {PictureBlend::under, 0.5f};
    check_tone(test.at(upper_left), glm::vec3{1 - (1 - model_gray) * 0.5f});
    check_tone(test.at(lower_left), glm::vec3{1 - (1 - model_gray) * 0.8f});
    check_tone(test.at(lower_right), glm::vec3{model_gray});
}

TEST_CASE("the difference is orange where the model is brighter and blue where the photograph is brighter") {
    PhotographTest test;
    test.style = {PictureBlend::difference, 0.1f};
    check_tone(test.at(lower_left), 0.2f * glm::vec3{1, 0.45f, 0.2f});
    check_tone(test.at(upper_right), 0.2f * glm::vec3{0.3f, 0.6f, 1});
    check_tone(test.at(lower_right), model_gray * glm::vec3{1, 0.45f, 0.2f});
}

TEST_CASE("a mirrored and turned photograph is drawn at its place") {
    PhotographTest test;
    test.style = {PictureBlend::over, 1};
    test.plane = {{2, 2, 0}, {-4, 0, 0}, {0, -4, 0}};  // mirrored
    check_tone(test.at(upper_right), glm::vec3{1});
    test.plane = {{2, 2, 0}, {0, -4, 0}, {-4, 0, 0}};  // turned by a quarter, clockwise
    check_tone(test.at(upper_right), glm::vec3{1});
    check_tone(test.at(lower_right), glm::vec3{0.8f});
    check_tone(test.at(upper_left), glm::vec3{0.4f});
}
