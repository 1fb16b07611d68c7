#include "app/tools/match_tool.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/io/picture_file.hpp"
#include "data/base/units.hpp"
#include "data/encounter/encounter_parameters.hpp"
#include "data/system/file_error.hpp"
#include "tests/formats/files.hpp"

using namespace milkomeda;

namespace {

constexpr int match_width = 120, match_height = 90;
constexpr glm::dvec2 bright_nucleus{40.5, 50.5}, faint_nucleus{85.5, 30.5}, star_place{20.5, 15.5};

// Writes a picture of two Gaussian galaxies and a small star.
std::filesystem::path galaxies_png(const TemporaryFolder& folder) {
    Image image{match_width, match_height, {}};
    for (int y = 0; y < match_height; ++y)
        for (int x = 0; x < match_width; ++x) {
            const auto light = [&](glm::dvec2 center, double peak, double sigma) {
                const glm::dvec2 arm = glm::dvec2{x + 0.5, y + 0.5} - center;
                return peak * std::exp(-glm::dot(arm, arm) / (2 * sigma * sigma));
            };
            const double gray =
                light(bright_nucleus, 0.9, 6) + light(faint_nucleus, 0.6, 5) + light(star_place, 0.8, 1);
            for (int i = 0; i < 3; ++i)
                image.rgba.push_back(static_cast<std::uint8_t>(std::lround(255 * std::min(gray, 1.0))));
            image.rgba.push_back(255);
        }
    return write_picture(folder / "galaxies.png", image);
}

const View sky = view_of(
    [] {
        Camera camera;
        camera.projection = Projection::orthographic;
        camera.distance = 30;
        return camera;
    }(),
    800, 600);

// Presses the left button at a pixel of the picture, moves the pointer to another, and releases the button.
void drag_pixels(MatchTool& tool, glm::dvec2 from, glm::dvec2 to) {
    const glm::vec2 start = *pixel_of(sky, tool.placement().world(from)),
                    end = *pixel_of(sky, tool.placement().world(to));
    Input input;
    input.left_pressed = input.pointer = start;
    input.left_held = true;
    CHECK_FALSE(tool.take(input, sky, 1).pressed);
    input.left_pressed.reset();
    input.pointer = end;
    tool.take(input, sky, 1);
    input.left_held = false;
    tool.take(input, sky, 1);
}

struct OpenedMatch {
    TemporaryFolder folder;
    Assets assets;
    MatchTool tool{assets};

    OpenedMatch() { tool.open(galaxies_png(folder), {}); }
    const PictureMarks& marks() const { return tool.picture()->marks(); }
    const ObservedGalaxy& galaxy(std::size_t g) const { return marks().pair.galaxies[g]; }
};

constexpr double pointer_error = 0.05;  // pixels: the pointer has single precision

}  // namespace

TEST_CASE("a pixel and its place in the world belong to each other for each rotation and parity") {
    ObservedPair pair;
    pair.galaxies[0].nucleus = {100, 200}, pair.galaxies[1].nucleus = {160, 120};
    for (const bool is_mirrored : {false, true})
        for (const double angle : {0.0, 30.0, 200.0}) {
            PictureMarks marks{pair, {}, is_mirrored};
            marks.pair.separation = {1, 2};
            set_rotation(marks, angle);
            set_kpc_per_pixel(marks, 0.3);
            const PicturePlacement placement = placement_of(marks.pair, is_mirrored, {1, 2, 3});
            CHECK(placement.kpc_per_pixel() == doctest::Approx(0.3));
            CHECK(std::cos(glm::radians(placement.rotation() - angle)) == doctest::Approx(1));
            CHECK(placement.world({100, 200}) == glm::vec3{1, 2, 3});
            // Galaxy 2 is at the separation of the pair, in units of 15 kpc.
            const glm::dvec3 second{glm::dvec3{1, 2, 3} + glm::dvec3{marks.pair.separation, 0} * (15.0 / 4)};
            CHECK(glm::distance(glm::dvec3{placement.world({160, 120})}, second) < 1e-5);
            CHECK(glm::distance(placement.pixel(second), {160, 120}) < 1e-9);
            // The length of 100 pixels is 30 kpc.
            CHECK(glm::length(marks.pair.separation) * encounter_kpc == doctest::Approx(30));
            // A step to the right of the picture, seen by the observer.
            const glm::vec3 step = placement.world({101, 200}) - placement.world({100, 200});
            const double turned = glm::radians(angle), sign = is_mirrored ? -1 : 1;
            CHECK(step.x * kpc_per_length == doctest::Approx(sign * 0.3 * std::cos(turned)).epsilon(1e-4));
            CHECK(step.y * kpc_per_length == doctest::Approx(-0.3 * std::sin(turned)).epsilon(1e-4));
        }
}

TEST_CASE("distance and angular size of a pixel set the scale") {
    PictureMarks marks;
    marks.pair.galaxies[1].nucleus = {10, 0};
    marks.pair.separation = {1, 0};
    set_distance(marks, 1, 0);
    CHECK(placement_of(marks.pair, false).kpc_per_pixel() == doctest::Approx(1.5));  // unknown distance: unchanged
    set_distance(marks, 2, 206.264806);
    CHECK(placement_of(marks.pair, false).kpc_per_pixel() == doctest::Approx(2));
    CHECK_THROWS_AS(set_kpc_per_pixel(marks, 0), std::invalid_argument);
}

TEST_CASE("a picture without a description gets nuclei at its brightest peaks, and a mask of its star") {
    const OpenedMatch match;
    constexpr double cell = 2;  // pixels: the guess has the accuracy of a cell of 1/64 of the picture
    CHECK(glm::distance(match.galaxy(0).nucleus, bright_nucleus) < cell);
    CHECK(glm::distance(match.galaxy(1).nucleus, faint_nucleus) < cell);
    REQUIRE(match.marks().mask.circles.size() == 1);
    CHECK(glm::distance(match.marks().mask.circles[0].center, star_place) < cell);
    CHECK(match.tool.is_on());
}

TEST_CASE("the mouse moves nuclei and axes, and keeps scale and rotation") {
    OpenedMatch match;
    const double scale = match.tool.placement().kpc_per_pixel(), rotation = match.tool.placement().rotation();
    for (const std::size_t g : {std::size_t{1}, std::size_t{0}}) {
        const glm::dvec2 wanted = match.galaxy(g).nucleus + glm::dvec2{7, -5};
        drag_pixels(match.tool, match.galaxy(g).nucleus, wanted);
        CHECK(glm::distance(match.galaxy(g).nucleus, wanted) < pointer_error);
        CHECK(match.tool.placement().kpc_per_pixel() == doctest::Approx(scale));
        CHECK(match.tool.placement().rotation() == doctest::Approx(rotation));
        CHECK(match.tool.placement().nucleus == match.galaxy(0).nucleus);
    }
    const glm::dvec2 nucleus = match.galaxy(0).nucleus;
    drag_pixels(match.tool, nucleus - glm::dvec2{0, match.galaxy(0).semi_major}, nucleus - glm::dvec2{20, 0});
    CHECK(match.galaxy(0).semi_major == doctest::Approx(20).epsilon(0.005));
    CHECK(match.galaxy(0).position_angle == doctest::Approx(90).epsilon(0.005));
    drag_pixels(match.tool, nucleus - glm::dvec2{0, match.galaxy(0).semi_minor}, nucleus - glm::dvec2{0, 4});
    CHECK(match.galaxy(0).semi_minor == doctest::Approx(4).epsilon(0.02));
    // Undo restores the marks before the drag.
    const std::optional<MatchEdit> edit = match.tool.take_edit();
    REQUIRE(edit);
    CHECK(edit->name == "change the ellipse of galaxy 1");
    match.tool.restore(edit->picture, edit->before);
    CHECK(match.galaxy(0).semi_minor > 4.5);
}

TEST_CASE("a nucleus stays inside of the picture") {
    OpenedMatch match;
    drag_pixels(match.tool, match.galaxy(1).nucleus, {500, -40});
    CHECK(match.galaxy(1).nucleus == glm::dvec2{match_width, 0});
}

TEST_CASE("a click adds a circle to the mask or removes the circle under the pointer, and a drag sets its radius") {
    OpenedMatch match;
    match.tool.mouse = MatchMouse::mask;
    match.tool.mask_radius = 3;
    drag_pixels(match.tool, {100.5, 70.5}, {100.5, 70.5});
    REQUIRE(match.marks().mask.circles.size() == 2);
    CHECK(glm::distance(match.marks().mask.circles[1].center, {100.5, 70.5}) < pointer_error);
    CHECK(match.marks().mask.circles[1].radius == 3);
    drag_pixels(match.tool, star_place, star_place);
    CHECK(match.marks().mask.circles.size() == 1);
    drag_pixels(match.tool, {30, 75}, {36, 83});
    REQUIRE(match.marks().mask.circles.size() == 2);
    CHECK(match.marks().mask.circles[1].radius == doctest::Approx(10).epsilon(0.01));
    drag_pixels(match.tool, {-5, 20}, {-5, 20});  // outside of the picture
    CHECK(match.marks().mask.circles.size() == 2);
}

TEST_CASE("a drag along the scale bar measures its length in pixels") {
    OpenedMatch match;
    match.tool.mouse = MatchMouse::scale_bar;
    drag_pixels(match.tool, {10, 80}, {40, 40});
    REQUIRE(match.tool.scale_bar());
    CHECK(match.tool.scale_bar()->pixels() == doctest::Approx(50).epsilon(0.002));
    CHECK(match.tool.cancel());
    CHECK_FALSE(match.tool.scale_bar());
    CHECK(match.tool.cancel());
    CHECK_FALSE(match.tool.is_on());
    CHECK_FALSE(match.tool.cancel());
}

TEST_CASE("a written pair keeps nuclei, ellipses, scale, mask and parity") {
    OpenedMatch match;
    PictureMarks marks = match.marks();
    set_distance(marks, 0.4, 100);
    set_mirrored(marks, true);
    set_rotation(marks, 25);
    marks.pair.galaxies[1].velocity = 5000;
    marks.mask = {0.0125, {{{20.25, 15.5}, 4.5}, {{100, 70}, 3}}};
    match.tool.edit("change", marks);
    const auto file = match.folder / "galaxies.pair";
    match.tool.picture()->write_pair(file);
    const MatchPicture read{match.tool.picture()->file(), {}};
    CHECK(read.pair_file() == file);
    const PictureMarks& found = read.marks();
    CHECK(found.is_mirrored);
    CHECK(found.mask.background == marks.mask.background);
    CHECK(found.mask.circles == marks.mask.circles);
    const PicturePlacement before = placement_of(marks.pair, true), after = placement_of(found.pair, true);
    CHECK(after.kpc_per_pixel() == doctest::Approx(before.kpc_per_pixel()));
    CHECK(after.rotation() == doctest::Approx(25));
    for (std::size_t g = 0; g < 2; ++g) {
        CHECK(found.pair.galaxies[g].nucleus == marks.pair.galaxies[g].nucleus);
        CHECK(found.pair.galaxies[g].semi_minor == marks.pair.galaxies[g].semi_minor);
        CHECK(found.pair.galaxies[g].velocity == marks.pair.galaxies[g].velocity);
    }
}

TEST_CASE("a damaged mask of a pair is refused with the line and the remedy") {
    OpenedMatch match;
    const auto file = match.folder / "galaxies.pair";
    match.tool.picture()->write_pair(file);
    PairFiles files = read_pair(file);
    files.pair.set("maskCircles", "20 15 4, 3 oops 5");
    files.pair.write(file);
    CHECK_THROWS_WITH_AS(match.tool.read_pair(file), doctest::Contains("maskCircles contains ' 3 oops 5'"), FileError);
    CHECK(match.marks().mask.circles.size() == 1);  // the marks stay
}

TEST_CASE("the picture of the lesson and its description are built into the program") {
    const Assets assets;
    MatchTool tool{assets};
    tool.open(std::make_shared<MatchPicture>("data/lessons/6-match-a-pair.png", assets));
    const MatchPicture& picture = *tool.picture();
    CHECK(picture.file() == "6-match-a-pair.png");
    CHECK(picture.pair_file() == "6-match-a-pair.pair");
    CHECK(picture.size() == glm::dvec2{400, 400});
    CHECK(picture.marks().mask.circles.empty());
    CHECK(tool.placement().kpc_per_pixel() == doctest::Approx(0.18).epsilon(1e-3).scale(0));
    // The published model, which the picture shows, has galaxy 2 at (-0.23056, 1.79463) in units of 15 kpc.
    const glm::dvec2 galaxy2 = glm::dvec2{209.6, 274.8} + 15 / 0.18 * glm::dvec2{-0.23056, -1.79463};
    CHECK(glm::distance(picture.marks().pair.galaxies[1].nucleus, galaxy2) > 20);  // misplaced for the learner
    drag_pixels(tool, picture.marks().pair.galaxies[1].nucleus, galaxy2);
    CHECK(15 * glm::length(picture.marks().pair.separation) == doctest::Approx(27.14).epsilon(0.01).scale(0));
    CHECK_THROWS_WITH(MatchPicture("data/lessons/none.png", assets), "no built-in file named data/lessons/none.png");
}

TEST_CASE("the contours of a model surround as many cells as the contours of the picture") {
    OpenedMatch match;
    match.tool.picture()->advance(false);
    while (match.tool.picture()->is_busy()) match.tool.picture()->advance(false);
    const PreparedPicture& prepared = match.tool.picture()->prepared();
    REQUIRE_MESSAGE(prepared.target, prepared.fault);
    // The model has the light of the picture, squared: the order of the cells is the same.
    std::vector<double> mass;
    for (const double light : prepared.target->image) mass.push_back(light > 0 ? light * light : 0);
    const MatchContours picture = contours_of_picture(*prepared.target),
                        model = contours_of_model(mass, *prepared.target);
    REQUIRE(model.levels.size() == picture.levels.size());
    for (std::size_t i = 0; i < picture.levels.size(); ++i) {
        CHECK(!picture.levels[i].lines.empty());
        CHECK(model.levels[i].lines.size() == picture.levels[i].lines.size());
    }
}

TEST_CASE("the mass of bodies appears in the cell of their place on the sky, at any depth") {
    MatchFrame frame;
    frame.corner = {10, 20};
    frame.cell = 2;
    PicturePlacement placement;
    placement.nucleus = {60, 70};
    placement.pixels_per_length = 4;
    placement.origin = {1, 1, 0};
    // Bodies 5 units right of the nucleus and 3 units up, which is 20 and 12 pixels: the pixel (80, 58). The second
    // body moves there within the time offset, and the third body is hidden.
    const ParticleRows rows{{{6.05f, 4.05f, 7, 2}, {6.05f, 2.05f, -9, 3}, {6.05f, 4.05f, 0, 50}},
                            {{0, 0, 0, 0}, {0, 4, 0, 0}, {0, 0, 0, 0}}};
    const std::vector<Component> components{{"disk", "a", 0, 2, 5}, {"halo", "a", 2, 1, 50}};
    const std::vector<double> mass = mass_in_cells({rows, 0.5f, components, {all_bodies, no_bodies}}, frame, placement);
    CHECK(std::accumulate(mass.begin(), mass.end(), 0.0) == doctest::Approx(5));
    CHECK(std::ranges::max_element(mass) - mass.begin() == 18 * 64 + 35);
}
