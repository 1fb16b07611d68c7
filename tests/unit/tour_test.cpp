// The guided tour must demonstrate the features that its sentences describe, and must restore all settings at its end.
#include "app/panels/tour.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <set>

using namespace milkomeda;

namespace {

struct ShownPage {
    CameraRig camera;
    Look look;
    SimulationParameters parameters;
    Tour tour{{camera, look, parameters}};

    void frame() {
        constexpr double seconds = 0.05;
        tour.advance(seconds);
        camera.take({}, seconds);
    }
};

}  // namespace

TEST_CASE("the guided tour turns the camera, cycles through draw modes, and changes timestep and fraction") {
    ShownPage shown;
    const DrawMode mode = shown.look.mode;
    const float yaw = shown.camera.camera().yaw;
    std::set<DrawMode> modes;
    float most_turned = 0;
    double least_timestep = 1;
    int most_denominator = 1;
    shown.tour.begin(false);
    int frames = 0;
    for (; shown.tour.runs(); ++frames) {
        shown.frame();
        most_turned = std::max(most_turned, std::abs(shown.camera.camera().yaw - yaw));
        if (shown.look.mode != mode) modes.insert(shown.look.mode);
        least_timestep = std::min(least_timestep, shown.parameters.timestep);
        most_denominator = std::max(most_denominator, shown.parameters.fraction_denominator);
    }
    CHECK(frames * 0.05 == doctest::Approx(10).epsilon(0.01).scale(0));
    CHECK(most_turned > 0.3f);
    CHECK(modes.size() == 3);
    CHECK(least_timestep == doctest::Approx(0.5 * SimulationParameters{}.timestep).epsilon(0.01).scale(0));
    CHECK(most_denominator == 4);
}

TEST_CASE("camera, look and parameters are restored when the guided tour ends at any time") {
    for (const double seconds : {0.1, 1.0, 2.4, 2.6, 4.0, 5.4, 5.6, 7.0, 7.7, 8.0, 9.0, 9.9, 11.0}) {
        CAPTURE(seconds);
        ShownPage shown;
        shown.look.mode = DrawMode::sprite;
        shown.parameters.timestep = 0.03;
        shown.parameters.fraction_denominator = 8;
        shown.camera.camera().yaw = 1;
        shown.camera.settings.degrees_per_second = 3;
        const SimulationParameters before = shown.parameters;
        shown.tour.begin(false);
        for (double time = 0; time < seconds; time += 0.05) shown.frame();
        shown.tour.end();
        CHECK_FALSE(shown.tour.runs());
        CHECK(shown.look.mode == DrawMode::sprite);
        CHECK(shown.parameters == before);
        CHECK(shown.camera.camera().yaw == 1);
        CHECK_FALSE(shown.camera.settings.turns);
        CHECK(shown.camera.settings.degrees_per_second == 3);
    }
}

TEST_CASE("a slow frame skips no stop of the guided tour") {
    ShownPage shown;
    shown.tour.begin(false);
    std::set<TourSubject> seen;
    while (shown.tour.runs()) {
        seen.insert(shown.tour.stop().subject);
        shown.tour.advance(60);
    }
    CHECK(seen.size() == 4);
}

TEST_CASE("the guided tour of a recording changes no simulation parameters") {
    ShownPage shown;
    shown.tour.begin(true);
    while (shown.tour.runs()) {
        shown.frame();
        CHECK(shown.parameters == SimulationParameters{});
    }
}
