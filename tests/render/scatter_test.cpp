// Compute shaders add light to a splat pyramid. This light must equal light drawn as points. Measured in pixels.
#include <doctest/doctest.h>

#include <cmath>
#include <span>

#include "data/base/random.hpp"
#include "harness.hpp"
#include "render/scatter/splat_pyramid.hpp"

using namespace milkomeda;

namespace {

constexpr int scatter_width = 403, scatter_height = 301;  // Halving these sizes repeatedly gives fractions.
using Scatter = ParticleFrame::Scatter;

bool can_scatter() {
    const bool can = SplatPyramid::possible({scatter_width, scatter_height});
    if (!can) MESSAGE("skipped: this OpenGL has no compute shaders that add floats");
    return can;
}

ParticleScene disk_of(std::size_t bodies) {
    ParticleScene scene;
    scene.positions.assign(bodies, {0, 0, 0, 2});
    scene.attributes.assign(bodies, {1, 0, 0, 0});
    scene.groups = {{0, bodies, Population::disk}};
    scene.coloring.stars = {.young_share = 0, .hii_share = 0};
    scene.camera.projection = Projection::orthographic;
    return scene;
}

float pixels_per_unit(const ParticleScene& scene) {
    return pixels_per_unit_at_target(view_of(scene.camera, scatter_width, scatter_height));
}

std::vector<glm::vec4> light_of(ParticleScene scene, Scatter scatter) {
    static HdrPipeline hdr{built_in};
    scene.scatter = scatter;
    ParticleRenderer renderer = scene.renderer();
    // The shape of each body is halfway between its present shape and a round shape of twice the size.
    if (scene.blend < 1) {
        std::vector<glm::vec4> next = scene.attributes;
        for (glm::vec4& row : next) row.x *= 2;
        const std::vector<Ellipsoid> round(next.size());
        renderer.columns().upload_next(std::as_bytes(std::span{next}), std::as_bytes(std::span{round}), 0);
        renderer.columns().swap_attributes();
    }
    return collect(scene, renderer, hdr, scatter_width, scatter_height);
}

// Returns the share of the light of picture `a` that is in different pixels in picture `b`.
double difference(const std::vector<glm::vec4>& a, const std::vector<glm::vec4>& b) {
    double sum = 0, whole = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        sum += std::abs(double{b[i].g} - double{a[i].g});
        whole += a[i].g;
    }
    return sum / whole;
}

// Compares light drawn as points with light added by compute shaders. Points are Gaussians cut off at exp(-4), and wide
// splats of the pyramid are splines. The tolerance covers the ripple by the pixel grids of both methods, which
// resolved_stars_test.cpp measures.
void check_same(const ParticleScene& scene, double tolerance) {
    const std::vector<glm::vec4> points = light_of(scene, Scatter::never), scattered = light_of(scene, Scatter::always);
    CHECK(difference(points, scattered) < tolerance);
    for (int channel = 0; channel < 4; ++channel)
        CHECK(total(scattered)[channel] == doctest::Approx(total(points)[channel]).epsilon(0.01).scale(0));
}

}  // namespace

TEST_CASE("compute shaders and points draw equal light for a body of any size and position") {
    if (!can_scatter()) return;
    for (const float sigma : {0.1f, 0.45f, 0.8f, 1.3f, 1.9f, 2.1f, 3.9f, 4.1f, 7.9f, 8.1f, 15.0f}) {
        CAPTURE(sigma);
        ParticleScene scene = disk_of(1);
        const float pixel = 1 / pixels_per_unit(scene);
        scene.attributes[0].x = 2 * sigma * pixel;
        for (const glm::vec2 place : {glm::vec2{0, 0}, glm::vec2{0.3f, -0.6f}, glm::vec2{-97.5f, 71.25f}}) {
            CAPTURE(place.x);
            scene.positions[0] = {place * pixel, 0, 2};
            // Tolerance: llvmpipe rounds the position of points to 1/256 pixel, and GPUs round the edges of points to
            // 1/64 pixel.
            check_same(scene, sigma < 2 ? 0.015 : 0.05);
        }
    }
}

TEST_CASE("compute shaders and points draw equal light for ellipsoidal splats") {
    if (!can_scatter()) return;
    for (const float sigma : {0.7f, 3.0f, 9.0f}) {
        CAPTURE(sigma);
        ParticleScene scene = disk_of(1);
        scene.attributes[0].x = 2 * sigma / pixels_per_unit(scene);
        scene.ellipsoids = {{.xx = 26'000, .yy = 5000, .zz = 1767, .yz = 0, .xz = 0, .xy = 8000}};
        check_same(scene, 0.05);
    }
}

TEST_CASE("compute shaders and points draw equal pictures of many bodies with clusters and stars") {
    if (!can_scatter()) return;
    constexpr std::size_t bodies = 3000;
    ParticleScene scene = disk_of(bodies);
    scene.coloring.stars = {};
    scene.camera.projection = Projection::perspective;
    Random random(5);
    const auto draw = [&](float least, float most) {
        return least + (most - least) * static_cast<float>(random.uniform());
    };
    for (std::size_t i = 0; i < bodies; ++i) {
        scene.positions[i] = {draw(-2, 2), draw(-2, 2), draw(-2, 2), draw(0.5f, 2)};
        scene.velocities.emplace_back(draw(-1, 1), draw(-1, 1), draw(-1, 1), 0);
        scene.attributes[i] = {std::exp(draw(-6, 0)), draw(0, 3), 0, 0};
        const auto moment = [&] { return static_cast<std::int16_t>(draw(2000, 12'000)); };
        scene.ellipsoids.push_back({.xx = moment(), .yy = moment(), .zz = moment(), .yz = 900, .xz = -500, .xy = 700});
        scene.vertical_ranks.push_back(draw(0, 1));
    }
    scene.time_offset = 0.3f;
    scene.look.dust.amount = 0;  // Dust dims drawn points pixel by pixel, but splats of the pyramid as a whole.
    check_same(scene, 0.01);
    scene.most_stars = 20'000;
    check_same(scene, 0.01);
    scene.blend = 0.4f;
    check_same(scene, 0.01);
}

TEST_CASE("compute shaders omit bodies behind the camera, and draw half of the light of a body at the picture's edge") {
    if (!can_scatter()) return;
    ParticleScene scene = disk_of(1);
    scene.camera.projection = Projection::perspective;
    scene.positions[0] = {position(scene.camera) - 1.0f * forward(scene.camera), 2};
    CHECK(total(light_of(scene, Scatter::always)).g == 0);
    scene = disk_of(1);
    const float pixel = 1 / pixels_per_unit(scene);
    scene.attributes[0].x = 20 * pixel;
    scene.positions[0] = {0, 0, 0, 2};
    const double whole = total(light_of(scene, Scatter::always)).g;
    scene.positions[0].x = 0.5f * scatter_width * pixel;  // Half of the light of this body is inside the picture.
    CHECK(total(light_of(scene, Scatter::always)).g == doctest::Approx(0.5 * whole).epsilon(0.01).scale(0));
}
