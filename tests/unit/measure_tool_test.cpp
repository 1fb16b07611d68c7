#include "app/tools/measure_tool.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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
    const std::vector<ShownBodies> without_halo{all_bodies, no_bodies}, all{all_bodies, all_bodies};
    const auto circle = [&](const glm::vec2& center, float radius) {
        return PictureRegion{PictureRegion::Shape::circle, {center, center + glm::vec2{radius, 0}}};
    };
    const RegionContent content =
        content_of(circle(middle, 20), view_from(10), {measured_rows, 0, components, without_halo});
    CHECK(content.bodies == 2);
    CHECK(content.rows == std::vector<std::uint32_t>{0, 1});
    CHECK(content.mass == 3);
    CHECK(content.median_velocity == doctest::Approx(3));
    CHECK(content.velocity_dispersion == doctest::Approx(1));
    const auto count = [&](const PictureRegion& region, const std::vector<ShownBodies>& shown) {
        return content_of(region, view_from(10), {measured_rows, 0, components, shown}).bodies;
    };
    CHECK(count(circle(middle, 20), all) == 3);
    CHECK(count(circle(middle, 1000), without_halo) == 3);
    CHECK(count(circle({0, 0}, 5), without_halo) == 0);
    // In components of gas, young stars and gas are shown separately. The fourth numbers of velocities of stars are
    // below 0.
    ParticleRows with_star = measured_rows;
    with_star.velocities[1].w = -1e5f;
    const std::vector<Component> gas{{"gas", "a", 0, 3, 7}, {"halo", "a", 3, 1, 8}};
    const auto content_with_star = [&](const ShownBodies& shown) {
        return content_of(circle(middle, 20), view_from(10), {with_star, 0, gas, {shown, no_bodies}});
    };
    CHECK(content_with_star(all_bodies).mass == 3);
    CHECK(content_with_star({.others = true, .young_stars = false}).mass == 1);
    CHECK(content_with_star({.others = false, .young_stars = true}).mass == 2);
    const std::vector<RegionOrigin> origins = content_with_star(all_bodies).origins;
    REQUIRE(origins.size() == 2);
    CHECK(origins[0].young_stars);  // the heavier part comes first
    CHECK(origins[0].mass == 2);
    CHECK_FALSE(origins[1].young_stars);
    CHECK(origins[1].bodies == 1);
    // Parallel lines of sight: the body at the edge has no velocity along them.
    const RegionContent parallel = content_of(circle(middle, 1000), view_from(10, Projection::orthographic),
                                              {measured_rows, 0, components, without_halo});
    CHECK(parallel.median_velocity == doctest::Approx(1));
}

TEST_CASE("an outline contains the pixels inside a closed line, also if the line is not convex") {
    // The letter U.
    const PictureRegion letter{PictureRegion::Shape::outline,
                               {{0, 0}, {10, 0}, {10, 30}, {20, 30}, {20, 0}, {30, 0}, {30, 40}, {0, 40}}};
    CHECK(letter.contains({5, 10}));
    CHECK(letter.contains({25, 10}));
    CHECK(letter.contains({15, 35}));
    CHECK_FALSE(letter.contains({15, 10}));
    CHECK_FALSE(letter.contains({-1, 10}));
    CHECK_FALSE(letter.contains({31, 10}));
    CHECK_FALSE(letter.contains({15, 41}));
}

TEST_CASE("a slit contains a band, and its diagram holds the masses and mean velocities along the slit") {
    const PictureRegion slit{PictureRegion::Shape::band, {{10, 10}, {40, 50}}, 10};  // 50 pixels long
    CHECK(slit.along({40, 50}) == doctest::Approx(50));
    CHECK(slit.along({10, 10}) == doctest::Approx(0));
    CHECK(slit.contains({25, 30}));
    CHECK(slit.contains(glm::vec2{25, 30} + 4.9f * glm::vec2{-0.8f, 0.6f}));
    CHECK_FALSE(slit.contains(glm::vec2{25, 30} + 5.1f * glm::vec2{-0.8f, 0.6f}));
    CHECK_FALSE(slit.contains({43, 54}));
    CHECK_FALSE(slit.contains({7, 6}));

    // Three bodies in the first column, and one in the last.
    RegionContent content;
    content.places = {0.1, 0.2, 0.3, 49.9};
    content.masses = {1, 1, 2, 5};
    content.velocities = {-1, 1, 3, 0.5};
    content.rows = {0, 1, 2, 3};
    content.bodies = 4;
    const SlitDiagram diagram = slit_diagram(content, 2, 50);
    CHECK(diagram.places.most == doctest::Approx(2 * kpc_per_length));
    CHECK(diagram.middles.front() == doctest::Approx(2 * kpc_per_length * 0.5 / SlitDiagram::columns));
    CHECK(diagram.means.front() == doctest::Approx(km_s_per_velocity * 6 / 4));
    CHECK(diagram.dispersions.front() == doctest::Approx(km_s_per_velocity * std::sqrt(20.0 / 4 - 2.25)));
    CHECK(diagram.means.back() == doctest::Approx(km_s_per_velocity * 0.5));
    CHECK(std::isnan(diagram.means[1]));
    double mass = 0;
    for (const double cell : diagram.cells) mass += cell;
    CHECK(mass == doctest::Approx(9 * solar_masses_per_mass));
    const std::string table = csv_of(diagram);
    CHECK(std::ranges::count(table, '\n') == 1 + static_cast<long>(SlitDiagram::columns * SlitDiagram::rows));

    const SlitDiagram empty = slit_diagram({}, 2, 50);
    CHECK(std::isnan(empty.means.front()));
}

TEST_CASE("the table of a region has the present and the first positions of its bodies in kpc") {
    ParticleSet start;
    start.positions = {{1, 2, 3, 1}, {4, 5, 6, 2}, {7, 8, 9, 4}, {0, 0, 0, 8}};
    start.velocities.resize(4);
    start.ids = {10, 11, 12, 13};
    start.components = components;
    const glm::vec2 middle{view_width / 2, view_height / 2};
    const PictureRegion region{PictureRegion::Shape::circle, {middle, middle + glm::vec2{20, 0}}};
    const std::vector<ShownBodies> shown{all_bodies, all_bodies};
    const RegionContent content = content_of(region, view_from(10), {measured_rows, 0, components, shown});
    const std::string table = csv_of(content, start);
    CHECK(table.find(fmt::format("\n11,a,disk,{:.7g},0,0,8,0,0,{:.7g},", 2 * solar_masses_per_mass,
                                 -3 * km_s_per_velocity)) != std::string::npos);
    CHECK(table.find(",16,20,24\n") != std::string::npos);
    CHECK(table.find("\n13,a,halo,") != std::string::npos);
}

TEST_CASE("a lasso collects points along a drag, and forgets them after a click") {
    MeasureTool tool;
    tool.choose(MeasureKind::lasso);
    const View view = view_from(10);
    click(tool, {300, 300});
    CHECK(tool.points().empty());
    Input input;
    input.left_pressed = input.pointer = glm::vec2{300, 300};
    input.left_held = true;
    tool.take(input, view, {0, 0, 0});
    input.left_pressed.reset();
    for (const glm::vec2& corner : {glm::vec2{400, 300}, glm::vec2{402, 300}, glm::vec2{400, 400}}) {
        input.pointer = corner;
        tool.take(input, view, {0, 0, 0});
        CHECK_FALSE(tool.is_complete());
    }
    input.left_held = false;
    tool.take(input, view, {0, 0, 0});
    REQUIRE(tool.is_complete());
    CHECK(tool.points().size() == 3);  // the third point is too near to the second
    CHECK(tool.cancel());
    CHECK(tool.points().empty());
}

TEST_CASE("nothing can be measured in a map of the sky") {
    MeasureTool tool;
    tool.toggle();
    Input press;
    press.left_pressed = glm::vec2{400, 300};
    CHECK_THROWS_AS(tool.take(press, view_from(10, Projection::hammer), {0, 0, 0}), UsageError);
}
