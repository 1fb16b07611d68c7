// If only a share of the bodies is drawn, the total light and mass of the picture stay constant.
#include <doctest/doctest.h>

#include <chrono>
#include <random>
#include <thread>

#include "app/scene/quality_controller.hpp"
#include "harness.hpp"
#include "render/particles/resolved_stars.hpp"

using namespace milkomeda;

namespace {

constexpr int detail_width = 320, detail_height = 240;

// Two components of different kinds. The order of the bodies in each component is random, as after loading.
constexpr std::size_t disk_rows = 640'000, bulge_rows = 7'000;

ParticleScene galaxy() {
    ParticleScene scene;
    scene.positions.clear();
    scene.groups = {{0, disk_rows, Population::disk}, {disk_rows, bulge_rows, Population::bulge}};
    std::mt19937 random{7};
    std::normal_distribution<float> normal{0, 1};
    for (std::size_t i = 0; i < disk_rows + bulge_rows; ++i) {
        const bool in_disk = i < disk_rows;
        const float size = in_disk ? 4.0f : 0.5f, mass = in_disk ? 1e-5f : 2e-4f;
        scene.positions.emplace_back(size * normal(random), size * normal(random), 0.1f * normal(random), mass);
        scene.velocities.emplace_back(normal(random), normal(random), normal(random), 0);
    }
    return scene;
}

}  // namespace

TEST_CASE("drawing only a share of the bodies preserves the total light and mass of the picture") {
    OffscreenTarget target = black_target(detail_width, detail_height);
    ParticleScene scene = galaxy();
    scene.camera.distance = 45;
    // There are no young stars, because a few very bright stars would make the light of the drawn bodies differ from
    // the light of all bodies.
    scene.coloring.stars = {.young_share = 0, .hii_share = 0};
    ParticleRenderer renderer = scene.renderer();
    HdrPipeline hdr{built_in};
    const glm::dvec4 all = total(collect(scene, renderer, hdr, detail_width, detail_height));
    CHECK(all.w > 0);
    for (const float share : {1 / 2.0f, 0.37f, 1 / 8.0f, 1 / 64.0f}) {
        scene.share = share;
        const glm::dvec4 part = total(collect(scene, renderer, hdr, detail_width, detail_height));
        for (int channel = 0; channel < 4; ++channel) {
            CAPTURE(share);
            CAPTURE(channel);
            // Tolerance: the squared distances of bodies from the camera scatter, so the mean of 1/distance^2 over a
            // thousand bodies has an error of 1 %.
            CHECK(part[channel] == doctest::Approx(all[channel]).epsilon(0.02).scale(0));
        }
    }
}

TEST_CASE("reduced detail draws at least 256 bodies of a component, or all bodies of a smaller component") {
    CHECK(rows_to_draw(1'000'000, 1) == 1'000'000);
    CHECK(rows_to_draw(1'000'000, 1 / 64.0f) == 15'625);
    CHECK(rows_to_draw(1'000, 1 / 64.0f) == 256);
    CHECK(rows_to_draw(100, 1 / 64.0f) == 100);
    CHECK(rows_to_draw(0, 1) == 0);
}

// Other draw modes make the drawn bodies brighter to replace the omitted bodies. In the mode `point`, this is
// impossible.
TEST_CASE("in the draw mode `point`, a share of the bodies looks like a scene with only these bodies") {
    ParticleScene many = galaxy();
    many.groups.resize(1);  // keeps only the disk
    many.camera.distance = 15;
    many.look.mode = DrawMode::point;
    ParticleScene few = many;
    few.positions.resize(disk_rows / 4);
    few.velocities.resize(disk_rows / 4);
    few.groups = {{0, disk_rows / 4, Population::disk}};
    many.share = 0.25f;
    ParticleRenderer renderer = many.renderer(), renderer_of_few = few.renderer();
    const Image part = draw(many, renderer, detail_width, detail_height),
                whole = draw(few, renderer_of_few, detail_width, detail_height);
    int lit = 0, differ = 0;
    for (std::size_t i = 0; i < part.rgba.size(); ++i) {
        lit += i % 4 != 3 && part.rgba[i] > 0;
        // The two pictures may differ in a few points: the hidden bulge, 1 % of all bodies, also counts in the share of
        // drawn bodies. A point changes its pixel by up to 255.
        differ += std::abs(part.rgba[i] - whole.rgba[i]) > 8;
    }
    CHECK(lit > 1000);
    CHECK(differ < lit / 50);
}

namespace {

constexpr std::size_t detail_bodies = 100;

// Returns the number of stars drawn after 24 frames that each took the time `taken`. `most` is the limit on the number
// of stars.
float stars_after_frames(QualityController& cost, float most, std::chrono::milliseconds taken) {
    for (int frame = 0; frame < 24; ++frame) {
        cost.share_to_draw(DrawMode::stars, detail_bodies);
        cost.stars_to_draw(most);
        {
            const auto timed = cost.timers().measure("resolved");
            std::this_thread::sleep_for(taken);
        }
        cost.timers().end_frame();
    }
    cost.share_to_draw(DrawMode::stars, detail_bodies);
    return cost.stars_to_draw(most);
}

QualityController measured_by_host() { return QualityController{PassTimers{0, PassTimers::Clock::host}}; }

}  // namespace

TEST_CASE(
    "a requested share of drawn bodies limits the resolved stars of the window; the command render draws all stars") {
    QualityController cost = measured_by_host();
    // By default only as many stars are drawn as the frame time allows.
    CHECK(cost.stars_to_draw(100'000) < 100'000);
    cost.requests = QualityController::Requests::everything();
    CHECK(cost.stars_to_draw(100'000) == 100'000);
    cost.requests = {.detail = 1};
    CHECK(cost.stars_to_draw(100'000) < 100'000);
    cost.requests = {.detail = coarsest_detail};
    CHECK(cost.stars_to_draw(100'000) <= 100'000.0f / coarsest_detail);
}

TEST_CASE("slow drawing reduces the number of stars to about the number of bodies, and fast drawing adds stars again") {
    QualityController cost = measured_by_host();
    constexpr float most = 16'000'000;
    const float slow = stars_after_frames(cost, most, std::chrono::milliseconds{40});
    CHECK(slow <= 111);
    // Even if frames are slow, some stars must be drawn, because the program measures the drawing speed of these stars.
    CHECK(stars_per_particle(slow, detail_bodies) > 0);
    float again = slow;
    // Several attempts are allowed, because the machine may delay frames.
    for (int attempt = 0; attempt < 50 && again <= 1.1f * slow; ++attempt)
        again = stars_after_frames(cost, most, std::chrono::milliseconds{0});
    CHECK(again > 1.1f * slow);
}

TEST_CASE("raising the star limit adds resolved stars gradually") {
    QualityController cost = measured_by_host();
    const float before = cost.stars_to_draw(100'000);
    CHECK(cost.stars_to_draw(16'000'000) < 1.1f * before);
    QualityController first = measured_by_host();
    CHECK(first.stars_to_draw(16'000'000) < 1.1f * before);
}
