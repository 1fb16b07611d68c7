// The particle renderer in draw modes without an HDR buffer, measured in pixels.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include "harness.hpp"
#include "render/particles/row_readback.hpp"
#include "render/particles/sprite_style.hpp"
#include "render/scatter/splat_pyramid.hpp"

using namespace milkomeda;

namespace {

constexpr int points_edge =
    301;  // Width of the picture; odd, so that the center of the picture is the center of a pixel.
constexpr int middle = points_edge / 2;
const glm::vec4 origin{0, 0, 0, 1};
const glm::vec4 slanted{0.36f, -0.48f, 0.8f, 0};  // a direction of length 1

Look dim_points() {
    Look look;
    look.mode = DrawMode::point;
    look.brightness = 0.2f;
    return look;
}

// A scene with one particle at the center, drawn as a dim point.
ParticleScene one_particle() {
    ParticleScene scene;
    scene.positions = {origin};
    scene.velocities = {slanted};
    scene.look = dim_points();
    return scene;
}

Image draw(const ParticleScene& scene, ParticleRenderer& renderer) {
    return draw(scene, renderer, points_edge, points_edge);
}

Image draw(const ParticleScene& scene) {
    ParticleRenderer renderer = scene.renderer();
    return draw(scene, renderer);
}

glm::vec3 center(const Image& picture) { return pixel(picture, middle, middle); }

float sum(const glm::vec3& v) { return v.x + v.y + v.z; }

struct LitArea {
    int pixels = 0;  // number of clearly lit pixels
    float total = 0;
    glm::vec2 middle{0};  // mean position weighted by light
};

LitArea light_of(const Image& picture) {
    LitArea light;
    for (int y = 0; y < picture.height; ++y) {
        for (int x = 0; x < picture.width; ++x) {
            const float value = sum(pixel(picture, x, y));
            light.total += value;
            light.pixels += value > 4;
            light.middle += value * glm::vec2{x, y};
        }
    }
    if (light.total > 0) light.middle /= light.total;
    return light;
}

constexpr std::array all_modes{DrawMode::point, DrawMode::color_sprite, DrawMode::sprite};

}  // namespace

TEST_CASE("a particle at the target appears in the center of the picture") {
    for (DrawMode mode : all_modes) {
        CAPTURE(name_of(mode));
        ParticleScene scene = one_particle();
        scene.look.mode = mode;
        const Image picture = draw(scene);
        const LitArea light = light_of(picture);
        CHECK(sum(center(picture)) > 20);
        CHECK(glm::length(light.middle - glm::vec2{middle}) < 0.5f);
        CHECK(light.pixels < 400);
    }
}

TEST_CASE("points and color sprites show the direction of motion") {
    for (DrawMode mode : {DrawMode::point, DrawMode::color_sprite}) {
        CAPTURE(name_of(mode));
        ParticleScene scene = one_particle();
        scene.look.mode = mode;
        scene.look.brightness = 0.5f;
        const glm::vec3 shown = center(draw(scene));
        CHECK(glm::length(glm::normalize(shown) - glm::vec3{0.36f, 0.48f, 0.8f}) < 0.03f);

        scene.velocities = {100.0f * slanted};
        CHECK(glm::length(center(draw(scene)) - shown) <= 2);
        scene.velocities = {-slanted};
        CHECK(center(draw(scene)) == shown);
    }
}

TEST_CASE("particles at rest are visible in gray") {
    ParticleScene scene = one_particle();
    scene.velocities = {glm::vec4{0}};
    const glm::vec3 shown = center(draw(scene));
    CHECK(shown.r > 10);
    CHECK(shown == glm::vec3{shown.r});
}

TEST_CASE("sprites have the single color given by the look") {
    ParticleScene scene = one_particle();
    scene.look.mode = DrawMode::sprite;
    scene.look.sprite_color = {0.9f, 0.3f, 0.6f};
    scene.look.brightness = 0.5f;
    const glm::vec3 shown = center(draw(scene));
    CHECK(glm::length(glm::normalize(shown) - glm::normalize(scene.look.sprite_color)) < 0.04f);
}

TEST_CASE("the light of particles at one position adds up") {
    for (DrawMode mode : all_modes) {
        CAPTURE(name_of(mode));
        ParticleScene scene = one_particle();
        scene.look.mode = mode;
        scene.positions = {origin, origin};
        scene.velocities = {slanted, slanted};
        ParticleRenderer renderer = scene.renderer();
        scene.groups = {{0, 1}};
        const glm::vec3 first = center(draw(scene, renderer));
        scene.groups = {{1, 1}};
        const glm::vec3 second = center(draw(scene, renderer));
        scene.groups = {{0, 2}};
        const glm::vec3 both = center(draw(scene, renderer));
        CHECK(glm::length(first - second) <= 2);  // Tolerance: colors are rounded to 8 bits.
        // A sprite covers a part of the light behind it; 0.9 * 255 is the greatest brightness of overlapping sprites.
        const float most = std::max(std::max(second.r, second.g), second.b);
        const float covered = row_of(mode).has_haze ? most / (0.9f * 255) : 0;
        CHECK(glm::length(both - (first * (1 - covered) + second)) < (row_of(mode).has_haze ? 1.5f : 0.5f));
        CHECK(both.b < 255);
    }
}

TEST_CASE("a nucleus of any number of overlapping sprites stays below white and keeps the color of the sprites") {
    for (const DrawMode mode : {DrawMode::color_sprite, DrawMode::sprite}) {
        CAPTURE(name_of(mode));
        ParticleScene scene = one_particle();
        scene.look.mode = mode;
        scene.look.brightness = 1;
        scene.look.sprite_color = {1, 0.66f, 0.36f};
        scene.positions.assign(5000, origin);
        scene.velocities.assign(5000, slanted);
        scene.groups = {{0, 5000}};
        const glm::vec3 shown = center(draw(scene));
        const glm::vec3 color = mode == DrawMode::sprite ? scene.look.sprite_color : glm::vec3{0.36f, 0.48f, 0.8f};
        // Sums of faint sprites stop below the limit, because their increase is rounded to 8 bits.
        const float most = std::max(std::max(shown.r, shown.g), shown.b);
        CHECK(most > 0.7f * 255);
        CHECK(most < 0.92f * 255);
        CHECK(glm::length(glm::normalize(shown) - glm::normalize(color)) < 0.06f);
    }
}

TEST_CASE("particles add light to the background and leave alpha unchanged") {
    ParticleScene scene = one_particle();
    ParticleRenderer renderer = scene.renderer();
    const glm::vec3 alone = center(draw(scene, renderer));
    OffscreenTarget target{points_edge, points_edge};
    target.bind();
    glClearColor(0.2f, 0.2f, 0.2f, 0.4f);
    glClear(GL_COLOR_BUFFER_BIT);
    renderer.draw(view_of(scene.camera, points_edge, points_edge), scene.look, scene.frame());
    std::array<std::uint8_t, 4> rgba{};
    glReadPixels(middle, middle, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    CHECK(rgba[2] == alone.b + 51);
    CHECK(rgba[3] == 102);
}

TEST_CASE("sprites nearer to the camera are larger, up to a limit") {
    for (DrawMode mode : {DrawMode::color_sprite, DrawMode::sprite}) {
        ParticleScene scene = one_particle();
        scene.look.mode = mode;
        scene.look.brightness = 1;
        std::vector<int> areas;
        for (float distance : {40.0f, 20.0f, 10.0f, 0.05f}) {
            scene.camera.distance = distance;
            areas.push_back(light_of(draw(scene)).pixels);
        }
        CHECK(areas[0] < areas[1]);
        CHECK(areas[1] < areas[2]);
        CHECK(areas[3] < points_edge * points_edge / 50);
    }
}

TEST_CASE("particles smaller than a pixel become dimmer with distance instead of smaller") {
    for (DrawMode mode : all_modes) {
        CAPTURE(name_of(mode));
        ParticleScene scene = one_particle();
        scene.look.mode = mode;
        scene.look.brightness = 1;
        scene.velocities = {{1, 1, 1, 0}};
        scene.camera.distance = 80;
        const LitArea near_light = light_of(draw(scene));
        scene.camera.distance = 160;
        const LitArea far_light = light_of(draw(scene));
        CHECK(far_light.pixels > 0);
        CHECK(far_light.total < near_light.total * 0.4f);
    }
}

TEST_CASE("the brightness setting multiplies the light, and the point size setting enlarges points in every mode") {
    ParticleScene scene = one_particle();
    const float plain = sum(center(draw(scene)));
    scene.look.brightness *= 2;
    CHECK(sum(center(draw(scene))) == doctest::Approx(2 * plain).epsilon(0.05).scale(0));

    for (DrawMode mode : all_modes) {
        ParticleScene sized = one_particle();
        sized.look.mode = mode;
        sized.look.brightness = 1;
        const int natural = light_of(draw(sized)).pixels;
        sized.look.point_size = 4;
        CHECK(light_of(draw(sized)).pixels > 2 * natural);
    }
}

TEST_CASE("time_offset moves particles along their velocity") {
    ParticleScene scene = one_particle();
    scene.velocities = {{2, 0, 0, 0}};
    scene.time_offset = 0.5f;
    const float pixels_per_unit = points_edge / (2 * scene.camera.distance * std::tan(scene.camera.fov_radians / 2));
    const LitArea light = light_of(draw(scene));
    CHECK(light.middle.x == doctest::Approx(middle + pixels_per_unit).epsilon(0.01).scale(0));
    CHECK(light.middle.y == doctest::Approx(middle));
    scene.time_offset = -0.5f;
    CHECK(light_of(draw(scene)).middle.x == doctest::Approx(middle - pixels_per_unit).epsilon(0.02).scale(0));
}

TEST_CASE("the renderer draws only the bodies of the requested groups") {
    ParticleScene scene = one_particle();
    scene.positions = {{-3, 0, 0, 1}, {0, 0, 0, 1}, {3, 0, 0, 1}, {0, 3, 0, 1}};
    scene.velocities.assign(4, slanted);
    scene.look.brightness = 1;
    ParticleRenderer renderer = scene.renderer();
    const auto lit = [&](const Image& picture) {
        std::vector<bool> rows;
        for (const glm::vec4& place : scene.positions) {
            const float scale = points_edge / (20 * std::tan(scene.camera.fov_radians / 2));
            rows.push_back(sum(pixel(picture, middle + static_cast<int>(std::lround(place.x * scale)),
                                     middle - static_cast<int>(std::lround(place.y * scale)))) > 0);
        }
        return rows;
    };
    for (DrawMode mode : all_modes) {
        CAPTURE(name_of(mode));
        scene.look.mode = mode;
        scene.groups = {{0, 4}};
        CHECK(lit(draw(scene, renderer)) == std::vector{true, true, true, true});
        scene.groups = {{0, 1}, {2, 2}};
        CHECK(lit(draw(scene, renderer)) == std::vector{true, false, true, true});
        scene.groups = {};
        CHECK(light_of(draw(scene, renderer)).total == 0);
        scene.groups = {{3, 1'000'000}, {400, 2}};  // Rows beyond the end are ignored.
        CHECK(lit(draw(scene, renderer)) == std::vector{false, false, false, true});
    }
}

TEST_CASE("the total light of a galaxy does not depend on the number of bodies or on the picture size") {
    const auto total_light = [](DrawMode mode, std::size_t bodies, int size) {
        ParticleScene scene;
        scene.camera.distance = 30;  // At this distance no body is so near that its drawn size is limited.
        scene.positions.resize(bodies);
        scene.velocities.assign(bodies, glm::vec4{1, 1, 1, 0});
        scene.groups = {{0, bodies}};
        for (std::size_t i = 0; i < bodies; ++i) {
            const float angle =
                // A sunflower pattern distributes bodies uniformly on a disk of radius 12.
                2.3999632f * static_cast<float>(i);
            const float radius = 12 * std::sqrt((static_cast<float>(i) + 0.5f) / static_cast<float>(bodies));
            const std::size_t row = i * 7919 % bodies;  // The order of the bodies is random, as after loading.
            scene.positions[row] = {radius * std::cos(angle), radius * std::sin(angle), 0, 1};
        }
        scene.look.mode = mode;
        scene.look.brightness = 0.5f;
        ParticleRenderer renderer = scene.renderer();
        return light_of(draw(scene, renderer, size, size)).total / static_cast<float>(size * size);
    };
    for (DrawMode mode : all_modes) {
        CAPTURE(name_of(mode));
        const float usual = total_light(mode, 40'960, 300);
        CHECK(usual > 3);
        CHECK(total_light(mode, 8'192, 300) == doctest::Approx(usual).epsilon(0.3).scale(0));
        CHECK(total_light(mode, 81'920, 300) == doctest::Approx(usual).epsilon(0.3).scale(0));
        CHECK(total_light(mode, 40'960, 600) == doctest::Approx(usual).epsilon(0.3).scale(0));
    }
}

TEST_CASE("uploading new bodies replaces positions and velocities within the existing buffers") {
    ParticleScene scene = one_particle();
    scene.positions = {{5, 5, 0, 1}};
    ParticleRenderer renderer = scene.renderer();
    const VertexBuffers before = renderer.columns().buffers();
    CHECK(before.bodies == 1);
    CHECK(sum(center(draw(scene, renderer))) == 0);

    const std::vector<glm::vec4> positions{origin}, velocities{{0, 1, 0, 0}};
    renderer.columns().upload(std::as_bytes(std::span{positions}), std::as_bytes(std::span{velocities}));
    const glm::vec3 shown = center(draw(scene, renderer));
    CHECK(shown.g > 20);
    CHECK(shown.r + shown.b == 0);
    CHECK(renderer.columns().buffers().positions == before.positions);
    CHECK(renderer.columns().buffers().velocities == before.velocities);
    CHECK_THROWS_AS(renderer.columns().upload({}, {}), std::runtime_error);
}

TEST_CASE("reloading a broken shader or picture fails with the name of the file, and drawing continues unchanged") {
    ParticleScene scene = one_particle();
    ParticleRenderer renderer = scene.renderer();
    const auto draw_all = [&] {
        std::vector<std::vector<std::uint8_t>> pictures;
        for (DrawMode mode : all_modes) {
            scene.look.mode = mode;
            pictures.push_back(draw(scene, renderer).rgba);
        }
        return pictures;
    };
    const auto before = draw_all();
    for (const char* file : {"shaders/particles/particle.vert", "shaders/particles/point.frag",
                             "shaders/particles/sprite.frag", "assets/sprite.png", "assets/glow.png"}) {
        const auto broken = [file](std::string_view name) {
            return name == file ? "#version 330 core\nvoid main() { undeclared = 1; }\n" : built_in(name);
        };
        std::string message;
        try {
            renderer.reload(broken);
        } catch (const std::runtime_error& error) {
            message = error.what();
        }
        CAPTURE(message);
        CHECK(message.find(file) != std::string::npos);
        if (std::string_view{file}.starts_with("shaders/"))
            // The message contains the log of the shader compiler.
            CHECK(message.find("undeclared") != std::string::npos);
        CHECK((draw_all() == before));
        CHECK_THROWS_AS(scene.renderer(broken), std::runtime_error);
    }
}

TEST_CASE("reloading a broken compute shader fails, and drawing continues unchanged") {
    ParticleScene scene = one_particle();
    if (!SplatPyramid::possible({64, 64})) return;
    scene.look.mode = DrawMode::stars;
    scene.scatter = ParticleFrame::Scatter::always;
    HdrPipeline hdr{built_in};
    ParticleRenderer renderer = scene.renderer();
    const auto light = [&] { return total(collect(scene, renderer, hdr, 64, 64)); };
    const glm::dvec4 before = light();
    CHECK_THROWS_WITH_AS(renderer.reload([](std::string_view name) {
        return name == "shaders/scatter/levels.frag" ? "undeclared" : built_in(name);
    }),
                         doctest::Contains("shaders/scatter/levels.frag"), std::runtime_error);
    CHECK(light() == before);
}

TEST_CASE("the total light of the wide, faint sprites behind a galaxy does not depend on the number of bodies") {
    const auto light = [](std::size_t bodies) {
        const std::size_t glowing = bodies / glow_step(bodies);
        const SpriteStyle style = style_of_glow(bodies);
        return style.size * style.size * style.brightness * static_cast<float>(glowing);
    };
    for (std::size_t bodies : {8'192, 40'960, 81'920, 262'144, 1'048'576})
        CHECK(light(bodies) == doctest::Approx(light(4'096)).epsilon(0.02).scale(0));
    CHECK(81'920 / glow_step(81'920) < 2'000);
}

TEST_CASE("a changed shader takes effect on reload") {
    ParticleScene scene = one_particle();
    ParticleRenderer renderer = scene.renderer();
    renderer.reload([](std::string_view name) {
        return name == "shaders/particles/point.frag"
                   ? "#version 330 core\nout vec4 added;\nvoid main() { added = vec4(1, 0, 0, 0); }\n"
                   : built_in(name);
    });
    CHECK(center(draw(scene, renderer)) == glm::vec3{255, 0, 0});
}

TEST_CASE("the renderer refuses arrays of positions and velocities of different lengths") {
    const std::vector<glm::vec4> one(1), two(2);
    CHECK_THROWS_AS((ParticleRenderer{std::as_bytes(std::span{one}), std::as_bytes(std::span{two}), built_in}),
                    std::runtime_error);
}

TEST_CASE("reading positions and velocities back from OpenGL returns the uploaded numbers unchanged") {
    ParticleScene scene = one_particle();
    scene.positions = {origin, {1, 2, 3, 4}, {5, 6, 7, 8}};
    scene.velocities = {slanted, {9, 8, 7, 0}, {6, 5, 4, 0}};
    ParticleRenderer renderer = scene.renderer();
    const ParticleRows middle_row = read_rows(renderer.columns().buffers(), {1, 1});
    CHECK(middle_row.positions == std::vector<glm::vec4>{{1, 2, 3, 4}});
    CHECK(middle_row.velocities == std::vector<glm::vec4>{{9, 8, 7, 0}});
    CHECK(read_rows(renderer.columns().buffers(), {1, 5}).positions.size() == 2);
    CHECK(read_rows(renderer.columns().buffers(), {3, 1}).positions.empty());
    scene.positions[2] = slanted;
    renderer.columns().upload(std::as_bytes(std::span{scene.positions}), std::as_bytes(std::span{scene.velocities}));
    CHECK(read_rows(renderer.columns().buffers(), {2, 1}).positions == std::vector<glm::vec4>{slanted});
}
