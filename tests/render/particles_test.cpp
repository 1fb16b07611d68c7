// What the particle renderer promises, read from pixels.
#include <doctest/doctest.h>

#include <array>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "assets/assets.hpp"
#include "render/gl/target.hpp"
#include "render/particles/particle_renderer.hpp"
#include "render/particles/row_reader.hpp"
#include "render/particles/sprite_style.hpp"

using namespace milkomeda;

namespace {

constexpr int edge = 301;  // odd, so that the middle of the picture is the middle of a pixel
constexpr int middle = edge / 2;
const glm::vec4 origin{0, 0, 0, 1};
const glm::vec4 slanted{0.36f, -0.48f, 0.8f, 0};  // of length 1

std::string built_in(std::string_view name) {
    return Assets{}.read(name);
}

Look dim_points() {
    Look look;
    look.mode = DrawMode::point;
    look.brightness = 0.2f;
    return look;
}

struct Exhibit {
    std::vector<glm::vec4> positions{origin};
    std::vector<glm::vec4> velocities{slanted};
    std::vector<ParticleGroup> groups{{0, 1}};
    Camera camera{.distance = 10};
    Look look = dim_points();
    float time_offset = 0;

    ParticleRenderer renderer(const ReadAsset& read = built_in) const {
        return {std::as_bytes(std::span{positions}), std::as_bytes(std::span{velocities}), read};
    }
};

Image draw(const Exhibit& exhibit, ParticleRenderer& renderer) {
    OffscreenTarget target{edge, edge};
    target.bind();
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    renderer.draw(exhibit.camera, exhibit.look, {exhibit.time_offset, exhibit.groups}, edge, edge);
    CHECK(glGetError() == GL_NO_ERROR);
    return target.read();
}

Image draw(const Exhibit& exhibit) {
    ParticleRenderer renderer = exhibit.renderer();
    return draw(exhibit, renderer);
}

glm::vec3 pixel(const Image& picture, int x, int y) {
    const std::uint8_t* rgba = &picture.rgba[4 * (static_cast<std::size_t>(y) * picture.width + x)];
    return {rgba[0], rgba[1], rgba[2]};
}

glm::vec3 centre(const Image& picture) {
    return pixel(picture, middle, middle);
}

float sum(const glm::vec3& v) {
    return v.x + v.y + v.z;
}

struct LitArea {
    int pixels = 0;  // that are clearly lit
    float total = 0;
    glm::vec2 middle{0};  // weighted
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

TEST_CASE("a particle at the target is in the middle of the picture") {
    for (DrawMode mode : all_modes) {
        CAPTURE(name_of(mode));
        Exhibit exhibit;
        exhibit.look.mode = mode;
        const Image picture = draw(exhibit);
        const LitArea light = light_of(picture);
        CHECK(sum(centre(picture)) > 20);
        CHECK(glm::length(light.middle - glm::vec2{middle}) < 0.5f);
        CHECK(light.pixels < 400);
    }
}

TEST_CASE("points and color sprites show the direction of motion") {
    for (DrawMode mode : {DrawMode::point, DrawMode::color_sprite}) {
        CAPTURE(name_of(mode));
        Exhibit exhibit;
        exhibit.look.mode = mode;
        exhibit.look.brightness = 0.5f;
        const glm::vec3 shown = centre(draw(exhibit));
        CHECK(glm::length(glm::normalize(shown) - glm::vec3{0.36f, 0.48f, 0.8f}) < 0.03f);

        exhibit.velocities = {100.0f * slanted};
        CHECK(glm::length(centre(draw(exhibit)) - shown) <= 2);
        exhibit.velocities = {-slanted};
        CHECK(centre(draw(exhibit)) == shown);
    }
}

TEST_CASE("what does not move is visible, and grey") {
    Exhibit exhibit;
    exhibit.velocities = {glm::vec4{0}};
    const glm::vec3 shown = centre(draw(exhibit));
    CHECK(shown.r > 10);
    CHECK(shown == glm::vec3{shown.r});
}

TEST_CASE("sprites have the one colour that the look gives") {
    Exhibit exhibit;
    exhibit.look.mode = DrawMode::sprite;
    exhibit.look.sprite_color = {0.9f, 0.3f, 0.6f};
    exhibit.look.brightness = 0.5f;
    const glm::vec3 shown = centre(draw(exhibit));
    CHECK(glm::length(glm::normalize(shown) - glm::normalize(exhibit.look.sprite_color)) < 0.04f);
}

TEST_CASE("light adds up") {
    for (DrawMode mode : all_modes) {
        CAPTURE(name_of(mode));
        Exhibit exhibit;
        exhibit.look.mode = mode;
        exhibit.positions = {origin, origin};
        exhibit.velocities = {slanted, slanted};
        ParticleRenderer renderer = exhibit.renderer();
        exhibit.groups = {{0, 1}};
        const glm::vec3 first = centre(draw(exhibit, renderer));
        exhibit.groups = {{1, 1}};
        const glm::vec3 second = centre(draw(exhibit, renderer));
        exhibit.groups = {{0, 2}};
        const glm::vec3 both = centre(draw(exhibit, renderer));
        CHECK(glm::length(first - second) <= 2);  // alike but for the rounding
        CHECK(glm::length(both - (first + second)) < 0.5f);
        CHECK(both.b < 255);
    }
}

TEST_CASE("light is added to what is there, and leaves alpha alone") {
    Exhibit exhibit;
    ParticleRenderer renderer = exhibit.renderer();
    const glm::vec3 alone = centre(draw(exhibit, renderer));
    OffscreenTarget target{edge, edge};
    target.bind();
    glClearColor(0.2f, 0.2f, 0.2f, 0.4f);
    glClear(GL_COLOR_BUFFER_BIT);
    renderer.draw(exhibit.camera, exhibit.look, {0, exhibit.groups}, edge, edge);
    std::array<std::uint8_t, 4> rgba{};
    glReadPixels(middle, middle, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    CHECK(rgba[2] == alone.b + 51);
    CHECK(rgba[3] == 102);
}

TEST_CASE("nearer sprites are larger, up to a limit") {
    for (DrawMode mode : {DrawMode::color_sprite, DrawMode::sprite}) {
        Exhibit exhibit;
        exhibit.look.mode = mode;
        exhibit.look.brightness = 1;
        std::vector<int> areas;
        for (float distance : {40.0f, 20.0f, 10.0f, 0.05f}) {
            exhibit.camera.distance = distance;
            areas.push_back(light_of(draw(exhibit)).pixels);
        }
        CHECK(areas[0] < areas[1]);
        CHECK(areas[1] < areas[2]);
        CHECK(areas[3] < edge * edge / 50);
    }
}

TEST_CASE("what is too far to be resolved dims instead of shrinking") {
    for (DrawMode mode : all_modes) {
        CAPTURE(name_of(mode));
        Exhibit exhibit;
        exhibit.look.mode = mode;
        exhibit.look.brightness = 1;
        exhibit.velocities = {{1, 1, 1, 0}};
        exhibit.camera.distance = 80;
        const LitArea near_light = light_of(draw(exhibit));
        exhibit.camera.distance = 160;
        const LitArea far_light = light_of(draw(exhibit));
        CHECK(far_light.pixels > 0);
        CHECK(far_light.total < near_light.total * 0.4f);
    }
}

TEST_CASE("brightness and point size do what they say") {
    Exhibit exhibit;
    const float plain = sum(centre(draw(exhibit)));
    exhibit.look.brightness *= 2;
    CHECK(sum(centre(draw(exhibit))) == doctest::Approx(2 * plain).epsilon(0.05));

    for (DrawMode mode : all_modes) {
        Exhibit sized;
        sized.look.mode = mode;
        sized.look.brightness = 1;
        const int natural = light_of(draw(sized)).pixels;
        sized.look.point_size = 4;
        CHECK(light_of(draw(sized)).pixels > 2 * natural);
    }
}

TEST_CASE("time_offset moves particles along their velocity") {
    Exhibit exhibit;
    exhibit.velocities = {{2, 0, 0, 0}};
    exhibit.time_offset = 0.5f;
    const float pixels_per_unit =
        edge / (2 * exhibit.camera.distance * std::tan(exhibit.camera.fov_radians / 2));
    const LitArea light = light_of(draw(exhibit));
    CHECK(light.middle.x == doctest::Approx(middle + pixels_per_unit).epsilon(0.01));
    CHECK(light.middle.y == doctest::Approx(middle));
    exhibit.time_offset = -0.5f;
    CHECK(light_of(draw(exhibit)).middle.x == doctest::Approx(middle - pixels_per_unit).epsilon(0.02));
}

TEST_CASE("only the rows of the frame are drawn") {
    Exhibit exhibit;
    exhibit.positions = {{-3, 0, 0, 1}, {0, 0, 0, 1}, {3, 0, 0, 1}, {0, 3, 0, 1}};
    exhibit.velocities.assign(4, slanted);
    exhibit.look.brightness = 1;
    ParticleRenderer renderer = exhibit.renderer();
    const auto lit = [&](const Image& picture) {
        std::vector<bool> rows;
        for (const glm::vec4& place : exhibit.positions) {
            const float scale = edge / (20 * std::tan(exhibit.camera.fov_radians / 2));
            rows.push_back(sum(pixel(picture, middle + static_cast<int>(std::lround(place.x * scale)),
                                     middle - static_cast<int>(std::lround(place.y * scale)))) > 0);
        }
        return rows;
    };
    for (DrawMode mode : all_modes) {
        CAPTURE(name_of(mode));
        exhibit.look.mode = mode;
        exhibit.groups = {{0, 4}};
        CHECK(lit(draw(exhibit, renderer)) == std::vector{true, true, true, true});
        exhibit.groups = {{0, 1}, {2, 2}};
        CHECK(lit(draw(exhibit, renderer)) == std::vector{true, false, true, true});
        exhibit.groups = {};
        CHECK(light_of(draw(exhibit, renderer)).total == 0);
        exhibit.groups = {{3, 1'000'000}, {400, 2}};  // beyond the end there is nothing to draw
        CHECK(lit(draw(exhibit, renderer)) == std::vector{false, false, false, true});
    }
}

TEST_CASE("a galaxy is as bright whatever it is made of, and whatever the picture's size") {
    const auto total_light = [](DrawMode mode, std::size_t bodies, int size) {
        const Camera camera{.distance = 30};  // from where no body is so near that its size is limited
        std::vector<glm::vec4> positions(bodies), velocities(bodies, glm::vec4{1, 1, 1, 0});
        for (std::size_t i = 0; i < bodies; ++i) {
            const float angle =
                2.3999632f * static_cast<float>(i);  // a sunflower: even on a disk of radius 12
            const float radius = 12 * std::sqrt((static_cast<float>(i) + 0.5f) / static_cast<float>(bodies));
            const std::size_t row = i * 7919 % bodies;  // shuffled, as the loader does
            positions[row] = {radius * std::cos(angle), radius * std::sin(angle), 0, 1};
        }
        ParticleRenderer renderer{std::as_bytes(std::span{positions}), std::as_bytes(std::span{velocities}),
                                  built_in};
        OffscreenTarget target{size, size};
        target.bind();
        glClearColor(0, 0, 0, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        const std::vector<ParticleGroup> groups{{0, bodies}};
        Look look;
        look.mode = mode;
        look.brightness = 0.5f;
        renderer.draw(camera, look, {0, groups}, size, size);
        return light_of(target.read()).total / static_cast<float>(size * size);
    };
    for (DrawMode mode : all_modes) {
        CAPTURE(name_of(mode));
        const float usual = total_light(mode, 40'960, 300);
        CHECK(usual > 3);
        CHECK(total_light(mode, 8'192, 300) == doctest::Approx(usual).epsilon(0.3));
        CHECK(total_light(mode, 81'920, 300) == doctest::Approx(usual).epsilon(0.3));
        CHECK(total_light(mode, 40'960, 600) == doctest::Approx(usual).epsilon(0.3));
    }
}

TEST_CASE("upload replaces both columns, in the same buffers") {
    Exhibit exhibit;
    exhibit.positions = {{5, 5, 0, 1}};
    ParticleRenderer renderer = exhibit.renderer();
    const VertexBuffers before = renderer.buffers();
    CHECK(before.bodies == 1);
    CHECK(sum(centre(draw(exhibit, renderer))) == 0);

    const std::vector<glm::vec4> positions{origin}, velocities{{0, 1, 0, 0}};
    renderer.upload(std::as_bytes(std::span{positions}), std::as_bytes(std::span{velocities}));
    const glm::vec3 shown = centre(draw(exhibit, renderer));
    CHECK(shown.g > 20);
    CHECK(shown.r + shown.b == 0);
    CHECK(renderer.buffers().positions == before.positions);
    CHECK(renderer.buffers().velocities == before.velocities);
    CHECK_THROWS_AS(renderer.upload({}, {}), std::runtime_error);
}

TEST_CASE("a broken shader or picture is refused with its name, and what was there stays") {
    Exhibit exhibit;
    ParticleRenderer renderer = exhibit.renderer();
    const auto draw_all = [&] {
        std::vector<std::vector<std::uint8_t>> pictures;
        for (DrawMode mode : all_modes) {
            exhibit.look.mode = mode;
            pictures.push_back(draw(exhibit, renderer).rgba);
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
            CHECK(message.find("undeclared") != std::string::npos);  // the log
        CHECK((draw_all() == before));
        CHECK_THROWS_AS(exhibit.renderer(broken), std::runtime_error);
    }
}

TEST_CASE("the haze gives the same light however many bodies it stands for") {
    const auto light = [](std::size_t bodies) {
        const std::size_t glowing = bodies / glow_step(bodies);
        const SpriteStyle style = style_of_glow(bodies);
        return style.size * style.size * style.brightness * static_cast<float>(glowing);
    };
    for (std::size_t bodies : {8'192, 40'960, 81'920, 262'144, 1'048'576})
        CHECK(light(bodies) == doctest::Approx(light(4'096)).epsilon(0.02));
    CHECK(81'920 / glow_step(81'920) < 2'000);
}

TEST_CASE("a changed shader takes effect on reload") {
    Exhibit exhibit;
    ParticleRenderer renderer = exhibit.renderer();
    renderer.reload([](std::string_view name) {
        return name == "shaders/particles/point.frag"
                   ? "#version 330 core\nout vec4 added;\nvoid main() { added = vec4(1, 0, 0, 0); }\n"
                   : built_in(name);
    });
    CHECK(centre(draw(exhibit, renderer)) == glm::vec3{255, 0, 0});
}

TEST_CASE("columns of different sizes are refused") {
    const std::vector<glm::vec4> one(1), two(2);
    CHECK_THROWS_AS(
        (ParticleRenderer{std::as_bytes(std::span{one}), std::as_bytes(std::span{two}), built_in}),
        std::runtime_error);
}

TEST_CASE("rows are read back as they were put in, and none beyond the last") {
    Exhibit exhibit;
    exhibit.positions = {origin, {1, 2, 3, 4}, {5, 6, 7, 8}};
    exhibit.velocities = {slanted, {9, 8, 7, 0}, {6, 5, 4, 0}};
    ParticleRenderer renderer = exhibit.renderer();
    const ParticleRows middle_row = read_rows(renderer.buffers(), {1, 1});
    CHECK(middle_row.positions == std::vector<glm::vec4>{{1, 2, 3, 4}});
    CHECK(middle_row.velocities == std::vector<glm::vec4>{{9, 8, 7, 0}});
    CHECK(read_rows(renderer.buffers(), {1, 5}).positions.size() == 2);
    CHECK(read_rows(renderer.buffers(), {3, 1}).positions.empty());
    exhibit.positions[2] = slanted;
    renderer.upload(std::as_bytes(std::span{exhibit.positions}),
                    std::as_bytes(std::span{exhibit.velocities}));
    CHECK(read_rows(renderer.buffers(), {2, 1}).positions == std::vector<glm::vec4>{slanted});
}
