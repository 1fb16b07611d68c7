// These tests check the control of the share of drawn bodies with simulated machines, whose drawing time follows a
// formula.
#include <doctest/doctest.h>

#include <algorithm>

#include "app/scene/quality_controller.hpp"

using namespace milkomeda;

namespace {

constexpr std::size_t million = 1'000'000;

// A simulated machine needs `all_particles` milliseconds to draw all bodies and `remaining` milliseconds for the
// remaining work of a frame. It records the largest relative change of the share of drawn bodies.
struct Machine {
    double all_particles, remaining, limit;
    std::size_t visible = million;
    DetailControl control{};
    double share = 1, longest_change = 1;

    double milliseconds() const { return all_particles * share + remaining; }

    // Simulates `count` frames. Every third frame is measured, with the relative error `noise`.
    void frames(int count, double noise = 0) {
        for (int i = 0; i < count; ++i) {
            const double before = share;
            share = control.next_share(least_share_of(visible));
            longest_change = std::max({longest_change, share / before, before / share});
            if (i % 3 == 0)
                control.measured(share, all_particles * share * (1 + (i % 2 ? noise : -noise)), remaining, limit,
                                 least_share_of(visible));
        }
    }
};

}  // namespace

TEST_CASE("all bodies are drawn if a frame with all bodies stays within the time limit") {
    Machine machine{.all_particles = 5, .remaining = 2, .limit = 10};
    machine.frames(100);
    CHECK(machine.share == 1);
}

TEST_CASE("if drawing is too slow, the share of drawn bodies shrinks in small steps until frames meet the time limit") {
    Machine machine{.all_particles = 20, .remaining = 2, .limit = 10};
    machine.frames(200);
    // The hysteresis of the control permits frame times from 0.77 to 1 / 0.87 of the limit.
    CHECK(machine.milliseconds() <= 10 / 0.87);
    CHECK(machine.milliseconds() >= 10 * 0.77);
    CHECK(machine.longest_change <= 1.051);
    const double settled = machine.share;
    machine.frames(200, 0.1);
    CHECK(machine.share == settled);  // Measurement noise of 10 % does not change the share of drawn bodies.
    machine.all_particles = 5;
    machine.frames(200);
    // After the machine becomes faster, all bodies are drawn, because they can be drawn within the time limit.
    CHECK(machine.share == 1);
}

TEST_CASE(
    "if drawing takes a hundred times too long, the share of drawn bodies reaches its minimum within three frames") {
    Machine machine{.all_particles = 2000, .remaining = 5, .limit = 20};
    machine.frames(3);
    CHECK(machine.milliseconds() < 60);  // The share of drawn bodies has been reduced to 1/64.
}

TEST_CASE("if a picture without bodies already exceeds the time limit, bodies still get a third of the time limit") {
    Machine machine{.all_particles = 60, .remaining = 200, .limit = 30};
    machine.frames(300);
    CHECK(machine.all_particles * machine.share >= 10 * 0.77);
}

TEST_CASE("however slow drawing is, at least 8,192 bodies and at least one in 64 bodies are drawn") {
    Machine few{.all_particles = 1e4, .remaining = 0, .limit = 10, .visible = 16'384};
    few.frames(300);
    CHECK(few.share == doctest::Approx(0.5));
    Machine many{.all_particles = 1e6, .remaining = 0, .limit = 10, .visible = 16 * million};
    many.frames(300);
    CHECK(many.share == doctest::Approx(1.0 / 64));
    Machine hardly_any{.all_particles = 1e4, .remaining = 0, .limit = 10, .visible = 100};
    hardly_any.frames(300);
    CHECK(hardly_any.share == 1);
}

TEST_CASE(
    "the HDR buffer gets wider pixels if tone mapping is slow or few particles cover many pixels, with hysteresis") {
    CHECK(pixel_after(1, 3, 5, 10, false) == 1);
    CHECK(pixel_after(1, 6, 5, 10, false) == 2);  // These are the times of a large picture in a software renderer.
    // These are the times of the software renderer after enlarging the pixels.
    CHECK(pixel_after(2, 1.6, 1.3, 10, false) == 2);
    // Pixels are not enlarged while the number of drawn bodies can be reduced.
    CHECK(pixel_after(1, 0.7, 26, 10, false) == 1);
    CHECK(pixel_after(1, 0.7, 26, 10, true) == 2);  // 26 ms for a view from inside a galaxy on a GPU
    CHECK(pixel_after(2, 0.2, 6.5, 10, true) == 2);
    // Pixels stay enlarged at first, because the number of drawn bodies is increased before the pixels shrink.
    CHECK(pixel_after(2, 0.2, 9.5, 10, false) == 2);
    CHECK(pixel_after(2, 0.2, 1.0, 10, false) == 1);  // These are the times of a view from outside the galaxy.
    // If tone mapping then still takes long and the fewest bodies are drawn, the pixels become three times as wide.
    CHECK(pixel_after(2, 13, 12, 20, true) == 3);
    CHECK(pixel_after(2, 13, 12, 20, false) == 2);
    CHECK(pixel_after(3, 9, 10, 20, true) == 3);
    CHECK(pixel_after(3, 4, 10, 20, true) == 2);
    CHECK(pixel_after(3, 0, 10, 20, true) == 3);
    CHECK(pixel_after(3, 9, 150, 20, true) == 4);
    // In a draw mode without tone mapping, whose time is 0, the pixel size does not change.
    CHECK(pixel_after(2, 0, 1.0, 10, false) == 2);
    // These are the times of a machine that is busy with other programs.
    CHECK(pixel_after(2, 0.2, 40, 10, true) == 2);
    // If all bodies lie in few pixels, the pixel size changes by one level at a time.
    CHECK(pixel_after(2, 0.2, 300, 10, true) == 4);
    CHECK(pixel_after(4, 0.1, 75, 10, true) == 8);
    CHECK(pixel_after(8, 0.1, 19, 10, true) == 8);
    CHECK(pixel_after(4, 0.1, 1.0, 10, true) == 2);  // Pixels also shrink by one level at a time.
    CHECK(pixel_after(4, 0.1, 5.0, 10, true) == 4);
    CHECK(pixel_after(4, 0.1, 4.0, 10, true) == 2);  // These are the times after the machine has become idle.
}

TEST_CASE("sprites that cover the picture a thousand times are drawn smaller until drawing is fast again") {
    CHECK(downscale_after(1, 30, 33, true) == 1);
    // Sprites are not made smaller while the number of drawn bodies can be reduced.
    CHECK(downscale_after(1, 3000, 33, false) == 1);
    CHECK(downscale_after(1, 3000, 33, true) == 2);
    CHECK(downscale_after(8, 3000, 33, true) == 8);
    CHECK(downscale_after(8, 20, 33, true) == 8);
    CHECK(downscale_after(8, 4, 33, true) == 4);
    CHECK(downscale_after(1, 1, 33, true) == 1);
}

TEST_CASE(
    "dust is drawn at full resolution if drawing is fast, at low resolution if slow, and not at all as a last resort") {
    using enum DustQuality;
    const auto after = [](DustQuality now, double dust, double particles, double all, bool fewest) {
        return dust_after(now, {dust, particles, std::max(20 - (all - dust - particles), 20.0 / 3), all, 20, fewest});
    };
    CHECK(after(full, 1, 4, 12, true) == full);
    // The dust quality is reduced because drawing the dust takes too long.
    CHECK(after(full, 5, 4, 12, true) == coarse);
    // The dust quality is reduced because the particles take too long: dust dims each pixel of a particle.
    CHECK(after(full, 3, 14, 27, true) == coarse);
    // These are the times of a software renderer that has just switched to coarse dust.
    CHECK(after(coarse, 1, 6, 17, true) == coarse);
    CHECK(after(coarse, 0.3, 2, 8, true) == full);
    // Dust stays coarse because the particles would take too long with fine dust.
    CHECK(after(coarse, 0.3, 8, 14, true) == coarse);
    // Dust stays on while the number of drawn bodies can be reduced.
    CHECK(after(coarse, 1, 14, 32, false) == coarse);
    CHECK(after(coarse, 1, 14, 32, true) == off);
    CHECK(after(off, 0, 13, 28, true) == off);
    CHECK(after(off, 0, 3, 9, true) == coarse);
    CHECK(after(off, 0, 0, 0, true) == off);  // Dust stays off while no times have been measured.
}

TEST_CASE("detail control ignores the time of a single delayed frame, or of a frame that compiled shaders") {
    LatestPasses latest;
    const auto note = [&](double particles) {
        latest.note(std::vector<PassTime>{{"particles", particles}, {"develop", 2}});
    };
    note(100);
    CHECK(latest.least_milliseconds("particles") == 0);
    note(5);
    CHECK(latest.least_milliseconds("particles") == 5);
    note(80);
    CHECK(latest.least_milliseconds("particles") == 5);
    CHECK(latest.least_milliseconds() == 7);
    note(90);
    note(85);
    // One or two slow frames are ignored, but three successive slow frames are counted.
    CHECK(latest.least_milliseconds("particles") == 80);
    latest.note(std::vector<PassTime>{{"develop", 2}});
    CHECK(latest.least_milliseconds("particles") == 0);
}
