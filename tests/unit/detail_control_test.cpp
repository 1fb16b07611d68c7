// Which share of the bodies is drawn, for machines that are only thought of: what drawing takes is a formula.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "app/scene/quality_controller.hpp"

using namespace milkomeda;

namespace {

constexpr std::size_t million = 1'000'000;

// Frames on a machine that takes so long for all bodies, and what they took at the end.
struct Machine {
    double all_particles, rest, limit;
    std::size_t visible = million;
    DetailControl control{};
    double share = 1, longest_change = 1;

    double milliseconds() const { return all_particles * share + rest; }

    // Each third frame is measured; `noise` is that of the measurements, a part.
    void frames(int count, double noise = 0) {
        for (int i = 0; i < count; ++i) {
            const double before = share;
            share = control.next_share(least_share_of(visible));
            longest_change = std::max({longest_change, share / before, before / share});
            if (i % 3 == 0)
                control.measured(share, all_particles * share * (1 + (i % 2 ? noise : -noise)), rest, limit,
                                 least_share_of(visible));
        }
    }
};

}  // namespace

TEST_CASE("what is quick is drawn whole") {
    Machine machine{.all_particles = 5, .rest = 2, .limit = 10};
    machine.frames(100);
    CHECK(machine.share == 1);
}

TEST_CASE("what is too slow comes down to its limit, in small steps") {
    Machine machine{.all_particles = 20, .rest = 2, .limit = 10};
    machine.frames(200);
    CHECK(machine.milliseconds() <= 10 / 0.87);  // the hysteresis
    CHECK(machine.milliseconds() >= 10 * 0.77);
    CHECK(machine.longest_change <= 1.051);
    const double settled = machine.share;
    machine.frames(200, 0.1);
    CHECK(machine.share == settled);  // noise of 10 % changes nothing
    machine.all_particles = 5;
    machine.frames(200);
    CHECK(machine.share == 1);  // all again, once they fit
}

TEST_CASE("what is far too slow does not stay so for long") {
    Machine machine{.all_particles = 2000, .rest = 5, .limit = 20};
    machine.frames(3);
    CHECK(machine.milliseconds() < 60);  // a 64th of them
}

TEST_CASE("a picture that is slow without its bodies keeps a fair number of them") {
    Machine machine{.all_particles = 60, .rest = 200, .limit = 30};
    machine.frames(300);
    CHECK(machine.all_particles * machine.share >= 10 * 0.77);
}

TEST_CASE("never fewer than 8,192 bodies or one in 64") {
    Machine few{.all_particles = 1e4, .rest = 0, .limit = 10, .visible = 16'384};
    few.frames(300);
    CHECK(few.share == doctest::Approx(0.5));
    Machine many{.all_particles = 1e6, .rest = 0, .limit = 10, .visible = 16 * million};
    many.frames(300);
    CHECK(many.share == doctest::Approx(1.0 / 64));
    Machine hardly_any{.all_particles = 1e4, .rest = 0, .limit = 10, .visible = 100};
    hardly_any.frames(300);
    CHECK(hardly_any.share == 1);
}

TEST_CASE(
    "light is collected in larger pixels where developing is slow or few particles cover much, and stays "
    "so") {
    CHECK(pixel_after(1, 3, 5, 10, false) == 1);
    CHECK(pixel_after(1, 6, 5, 10, false) == 2);      // a picture of many pixels, in software
    CHECK(pixel_after(2, 1.6, 1.3, 10, false) == 2);  // what that takes then
    CHECK(pixel_after(1, 0.7, 26, 10, false) == 1);   // fewer bodies come first
    CHECK(pixel_after(1, 0.7, 26, 10, true) == 2);    // inside a galaxy, on a GPU
    CHECK(pixel_after(2, 0.2, 6.5, 10, true) == 2);
    CHECK(pixel_after(2, 0.2, 9.5, 10, false) == 2);  // with more bodies again
    CHECK(pixel_after(2, 0.2, 1.0, 10, false) == 1);  // outside
    CHECK(pixel_after(2, 0, 1.0, 10, false) == 2);    // a mode that is not developed says nothing
    CHECK(pixel_after(2, 0.2, 40, 10, true) == 2);    // a busy machine
    CHECK(pixel_after(2, 0.2, 300, 10, true) == 4);   // all in few pixels, and as large as can be
    CHECK(pixel_after(4, 0.1, 75, 10, true) == 8);
    CHECK(pixel_after(8, 0.1, 19, 10, true) == 8);
    CHECK(pixel_after(4, 0.1, 1.0, 10, true) == 2);  // smaller again, one width after the other
    CHECK(pixel_after(4, 0.1, 5.0, 10, true) == 4);
    CHECK(pixel_after(4, 0.1, 4.0, 10, true) == 2);  // once the machine is not busy any more
}

TEST_CASE(
    "sprites that cover the picture a thousand times are drawn smaller, and large again when that is quick") {
    CHECK(sparing_after(1, 30, 33, true) == 1);
    CHECK(sparing_after(1, 3000, 33, false) == 1);  // fewer bodies come first
    CHECK(sparing_after(1, 3000, 33, true) == 2);
    CHECK(sparing_after(8, 3000, 33, true) == 8);
    CHECK(sparing_after(8, 20, 33, true) == 8);
    CHECK(sparing_after(8, 4, 33, true) == 4);
    CHECK(sparing_after(1, 1, 33, true) == 1);
}

TEST_CASE(
    "dust is fine where that is quick, coarse where it is not, and left out where nothing else can be "
    "spared") {
    using enum DustQuality;
    const auto after = [](DustQuality now, double dust, double particles, double all, bool fewest) {
        return dust_after(
            now, {dust, particles, std::max(20 - (all - dust - particles), 20.0 / 3), all, 20, fewest});
    };
    CHECK(after(full, 1, 4, 12, true) == full);
    CHECK(after(full, 5, 4, 12, true) == coarse);    // itself
    CHECK(after(full, 3, 14, 27, true) == coarse);   // particles, which it dims pixel by pixel
    CHECK(after(coarse, 1, 6, 17, true) == coarse);  // a software renderer that has just done so
    CHECK(after(coarse, 0.3, 2, 8, true) == full);
    CHECK(after(coarse, 0.3, 8, 14, true) == coarse);  // fine dust would make particles too slow
    CHECK(after(coarse, 1, 14, 32, false) == coarse);  // fewer bodies come first
    CHECK(after(coarse, 1, 14, 32, true) == off);
    CHECK(after(off, 0, 13, 28, true) == off);
    CHECK(after(off, 0, 3, 9, true) == coarse);
    CHECK(after(off, 0, 0, 0, true) == off);  // nothing is known
}

TEST_CASE("a frame that was held up, or for which shaders were translated, tells nothing") {
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
    CHECK(latest.least_total_milliseconds() == 7);
    note(90);
    note(85);
    CHECK(latest.least_milliseconds("particles") == 80);  // no exception any more
    latest.note(std::vector<PassTime>{{"develop", 2}});
    CHECK(latest.least_milliseconds("particles") == 0);
}
