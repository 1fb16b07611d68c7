#include "app/tools/measure_tool.hpp"

#include <doctest/doctest.h>

#include "app/cli/usage_error.hpp"
#include "data/base/units.hpp"

using namespace milkomeda;

namespace {

constexpr int view_width = 800, view_height = 600;

Camera camera_at(float distance, Projection projection = Projection::perspective) {
    Camera camera = look_at({0, 0, distance}, {0, 0, 0}, 1);
    camera.projection = projection;
    return camera;
}

View view_from(float distance, Projection projection = Projection::perspective) {
    return view_of(camera_at(distance, projection), view_width, view_height);
}

// Presses the left button at `from`, drags the pointer to `to` if the points differ, and releases the button.
void drag(MeasureTool& tool, const glm::vec2& from, const glm::vec2& to) {
    const View view = view_from(10);
    Input press;
    press.left_pressed = press.pointer = from;
    press.left_held = press.pressed = true;
    CHECK_FALSE(tool.take(press, view, {0, 0, 0}).pressed);  // the camera does not get the press
    Input move;
    move.pointer = to;
    move.left_held = true;
    move.rotate = {0.1f, 0};
    CHECK(tool.take(move, view, {0, 0, 0}).rotate == glm::vec2{0});
    move.left_held = false;
    tool.take(move, view, {0, 0, 0});
    CHECK(tool.take(move, view, {0, 0, 0}).rotate == move.rotate);  // without a press, drags turn the camera
}

void click(MeasureTool& tool, const glm::vec2& place) { drag(tool, place, place); }

// Four bodies: two at the center of the picture with different depths, one at its edge, and one that is not shown.
const ParticleRows measured_rows{{{0, 0, 0, 1}, {0, 0, 2, 2}, {4, 0, 0, 4}, {0, 0, 0, 8}},
                                 {{0, 0, -1, 0}, {0, 0, -3, 0}, {0, 0, 0, 0}, {0, 0, -9, 0}}};
const std::vector<Component> components{{"disk", "a", 0, 3, 7}, {"halo", "a", 3, 1, 8}};

}  // namespace

TEST_CASE("a ruler measures between the ends of a drag, or between two clicks") {
    const View view = view_from(10);
    const glm::vec2 start = *pixel_of(view, {-1, 0, 0}), end = *pixel_of(view, {1, 0, 0});
    for (const bool by_clicks : {false, true}) {
        MeasureTool tool;
        tool.toggle();
        CHECK(tool.kind() == MeasureKind::ruler);
        tool.megaparsecs = 1;
        if (by_clicks) {
            click(tool, start);
            CHECK(tool.lines().empty());
            click(tool, end);
        } else {
            drag(tool, start, end);
        }
        REQUIRE(tool.is_complete());
        CHECK(glm::distance(tool.points()[0], tool.points()[1]) == doctest::Approx(2).epsilon(1e-3).scale(0));
        CHECK(tool.lines() == std::vector<std::string>{"Length: 8 kpc, 1650 arcsec"});
        click(tool, start);  // begins the next measurement
        CHECK(tool.points().size() == 1);
        CHECK(tool.cancel());
        CHECK(tool.is_on());
        CHECK(tool.cancel());
        CHECK_FALSE(tool.is_on());
        CHECK_FALSE(tool.cancel());
    }
}

TEST_CASE("an angle lies between the arms from the corner") {
    CHECK(angle_of({{1, 0, 0}, {0, 0, 0}, {0, 3, 0}}) == doctest::Approx(90));
    CHECK(angle_of({{2, 0, 0}, {1, 0, 0}, {0, 0, 0}}) == doctest::Approx(180));
    MeasureTool tool;
    tool.choose(MeasureKind::angle);
    const View view = view_from(10);
    drag(tool, *pixel_of(view, {1, 0, 0}), *pixel_of(view, {0, 0, 0}));
    CHECK_FALSE(tool.is_complete());
    click(tool, *pixel_of(view, {1, 1, 0}));
    REQUIRE(tool.is_complete());
    CHECK(tool.lines() == std::vector<std::string>{"Angle: 45.0°"});
}

TEST_CASE("an angular size follows from length and distance") {
    CHECK(arcseconds(1 / kpc_per_length, 1) == doctest::Approx(206.265).epsilon(1e-4).scale(0));
    CHECK(arcseconds(1 / kpc_per_length, 10) == doctest::Approx(20.6265).epsilon(1e-4).scale(0));
}

TEST_CASE("an aperture counts the shown bodies inside the circle, and measures mass and median velocity") {
    const glm::vec2 middle{view_width / 2, view_height / 2};
    const ApertureContent content =
        content_of({middle, 20}, view_from(10), measured_rows, 0, components, {all_bodies, no_bodies});
    CHECK(content.bodies == 2);
    CHECK(content.mass == 3);
    CHECK(content.median_velocity == doctest::Approx(3));
    CHECK(content.velocity_dispersion == doctest::Approx(1));
    CHECK(content_of({middle, 20}, view_from(10), measured_rows, 0, components, {all_bodies, all_bodies}).bodies == 3);
    CHECK(content_of({middle, 1000}, view_from(10), measured_rows, 0, components, {all_bodies, no_bodies}).bodies == 3);
    CHECK(content_of({{0, 0}, 5}, view_from(10), measured_rows, 0, components, {all_bodies, no_bodies}).bodies == 0);
    // In components of gas, young stars and gas are shown separately. The fourth numbers of velocities of stars are
    // below 0.
    ParticleRows with_star = measured_rows;
    with_star.velocities[1].w = -1e5f;
    const std::vector<Component> gas{{"gas", "a", 0, 3, 7}, {"halo", "a", 3, 1, 8}};
    const auto mass = [&](const ShownBodies& shown) {
        return content_of({middle, 20}, view_from(10), with_star, 0, gas, {shown, no_bodies}).mass;
    };
    CHECK(mass(all_bodies) == 3);
    CHECK(mass({.others = true, .young_stars = false}) == 1);
    CHECK(mass({.others = false, .young_stars = true}) == 2);
    // Parallel lines of sight: the body at the edge has no velocity along them.
    const ApertureContent parallel = content_of({middle, 1000}, view_from(10, Projection::orthographic), measured_rows,
                                                0, components, {all_bodies, no_bodies});
    CHECK(parallel.median_velocity == doctest::Approx(1));
}

TEST_CASE("nothing can be measured in a map of the sky") {
    MeasureTool tool;
    tool.toggle();
    Input press;
    press.left_pressed = glm::vec2{400, 300};
    CHECK_THROWS_AS(tool.take(press, view_from(10, Projection::hammer), {0, 0, 0}), UsageError);
}
