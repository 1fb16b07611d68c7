// Maps of the velocity along the line of sight, in the draw mode `density`.
#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <vector>

#include "data/base/formation.hpp"
#include "data/base/stellar_light.hpp"
#include "data/base/stellar_populations.hpp"
#include "data/base/units.hpp"
#include "data/neighbors/star_formation.hpp"
#include "harness.hpp"
#include "render/particles/color_map.hpp"

using namespace milkomeda;

namespace {

constexpr int motion_edge = 400;

Look as_map_of(MapColors colors) {
    Look look;
    look.mode = DrawMode::density;
    look.density.colors = colors;
    return look;
}

// Square sheet of particles in the plane of the picture, so dense that splats overlap. Each place has two particles,
// with velocities `spread` above and below the mean, which grows along x: `spin` times x, away from the camera.
ParticleScene sheet(MapColors colors, float spin, float spread) {
    constexpr float spacing = 0.05f;
    ParticleScene scene{.camera = {.distance = 10, .projection = Projection::orthographic}, .look = as_map_of(colors)};
    scene.positions.clear();
    for (int i = -130; i <= 130; ++i)
        for (int j = -130; j <= 130; ++j)
            for (const float sign : {-1.0f, 1.0f}) {
                scene.positions.emplace_back(spacing * static_cast<float>(i), spacing * static_cast<float>(j), 0,
                                             1e-3f);
                scene.velocities.emplace_back(0.3f, -0.2f, -(spin * scene.positions.back().x + sign * spread), 0);
            }
    scene.attributes.assign(scene.positions.size(), {2.5f * spacing, 0, 0, 0});
    scene.groups = {{0, scene.positions.size()}};
    return scene;
}

float x_of(int column, const ParticleScene& scene) {
    const float scale = pixels_per_unit_at_target(view_of(scene.camera, motion_edge, motion_edge));
    return (static_cast<float>(column) + 0.5f - motion_edge / 2.0f) / scale;
}

}  // namespace

TEST_CASE("the pixels of velocity maps collect mass and the moments of the velocity along the line of sight") {
    std::mt19937 random{5};
    std::uniform_real_distribution<float> around{-1, 1};
    for (const auto scatter : {ParticleFrame::Scatter::never, ParticleFrame::Scatter::always})
        for (const Projection projection : {Projection::orthographic, Projection::perspective}) {
            CAPTURE(static_cast<int>(scatter));
            CAPTURE(name_of(projection));
            ParticleScene scene{.camera = {.yaw = 0.7f, .pitch = 0.3f, .distance = 10, .projection = projection},
                                .look = as_map_of(MapColors::velocity),
                                .scatter = scatter};
            scene.positions.clear();
            const glm::dvec3 eye{position(scene.camera)};
            glm::dvec3 sums{0};  // mass, mass times velocity, mass times squared velocity
            for (int i = 0; i < 500; ++i) {
                scene.positions.emplace_back(around(random), around(random), around(random), 1 + around(random) / 2);
                scene.velocities.emplace_back(around(random), around(random), around(random), 0);
                const glm::dvec3 way = glm::dvec3{scene.positions.back()} - eye;
                const bool is_parallel = projection == Projection::orthographic;
                const glm::dvec3 ahead = is_parallel ? glm::dvec3{forward(scene.camera)} : way / glm::length(way);
                const double speed = glm::dot(ahead, glm::dvec3{scene.velocities.back()});
                // In a perspective view, the sums per pixel fall with the square of the distance along the view.
                const double deep = is_parallel ? 1 : glm::dot(glm::dvec3{forward(scene.camera)}, way);
                const double mass = double{scene.positions.back().w} / (deep * deep);
                sums += mass * glm::dvec3{1, speed, speed * speed};
            }
            // Splats smaller than a pixel, whose sum over the pixels is exact.
            scene.attributes.assign(scene.positions.size(), {1e-4f, 0, 0, 0});
            scene.groups = {{0, scene.positions.size()}};
            const glm::dvec4 found = total(light_in_square(scene, motion_edge));
            // Tolerance: OpenGL rounds the places of points to 1/256 pixel, so that the weights of a splat's four
            // pixels add up to 1 within some 1e-4, at random.
            CHECK(std::abs(found.r / found.a - sums.y / sums.x) < 2e-5);
            CHECK(std::abs(found.g / found.a - sums.z / sums.x) < 2e-5);
        }
}

TEST_CASE("a velocity map shows velocities from the median as blue and red, in limits that contain 99 % of the map") {
    ParticleScene scene = sheet(MapColors::velocity, 0.1f, 0.05f);
    for (glm::vec4& velocity : scene.velocities) velocity.z -= 0.4f;  // the sheet as a whole recedes
    HdrPipeline hdr{built_in};
    const Image picture = resolve(scene, hdr, motion_edge, motion_edge);
    const auto [least, most] = hdr.map_scale().values;
    const float half = -x_of(0, scene);  // half of the width of the picture
    // Tolerance: half a metering cell; cells of 4 pixels span 2 % of the half width.
    CHECK(std::abs((least + most) / 2 - 0.4f) < 0.012f * 0.1f * half);
    CHECK((most - least) / 2 == doctest::Approx(0.99f * 0.1f * half).epsilon(0.03).scale(0));
    for (const int column : {20, 120, 200, 300, 390}) {
        const float velocity = 0.4f + 0.1f * x_of(column, scene);
        const glm::vec3 expected = 255.0f * srgb_from_linear(velocity_table().at((velocity - least) / (most - least)));
        // Tolerance: dithering and rounding by 1 in each channel.
        CHECK(glm::distance(pixel(picture, column, motion_edge / 2), expected) < 2.5f);
    }
    scene.look.density.largest_speed = 1;
    resolve(scene, hdr, motion_edge, motion_edge);
    CHECK(hdr.map_scale().values.most == doctest::Approx(1 + (least + most) / 2).epsilon(1e-4).scale(0));
}

TEST_CASE("a map of the velocity dispersion shows the standard deviation in each pixel, without rotation") {
    ParticleScene scene = sheet(MapColors::dispersion, 0.1f, 0.05f);
    scene.look.density.largest_speed = 0.1f;
    HdrPipeline hdr{built_in};
    const Image picture = resolve(scene, hdr, motion_edge, motion_edge);
    CHECK(hdr.map_scale().values.least == 0);
    CHECK(hdr.map_scale().values.most == 0.1f);
    // The change of the mean velocity across a splat adds 0.3 % to the dispersion.
    const glm::vec3 expected = 255.0f * srgb_from_linear(table_of(scene.look.color_map).at(0.5f));
    CHECK(glm::distance(pixel(picture, 100, 150), expected) < 3);
    scene.look.density.largest_speed = 0;
    resolve(scene, hdr, motion_edge, motion_edge);
    CHECK(hdr.map_scale().values.most == doctest::Approx(0.05f).epsilon(0.01).scale(0));
}

TEST_CASE("a map of h3 shows the skewness, and a map of ages shows populations and young stars") {
    ParticleScene scene = sheet(MapColors::h3, 0, 0.05f);
    // Three of four bodies move at -0.02, the fourth at 0.06: variance 0.0012, third moment 4.8e-5.
    for (std::size_t i = 0; i < scene.velocities.size(); ++i) scene.velocities[i].z = i % 4 == 0 ? -0.06f : 0.02f;
    HdrPipeline hdr{built_in};
    resolve(scene, hdr, motion_edge, motion_edge);
    // Tolerance: neighbors of each pixel are a sample of the sheet, with a varying share of fast bodies.
    const double skewness = 4.8e-5 / std::pow(0.0012, 1.5);
    CHECK(hdr.map_scale().values.most == doctest::Approx(skewness / (4 * std::sqrt(3.0))).epsilon(0.1).scale(0));
    CHECK(hdr.map_scale().values.least == -hdr.map_scale().values.most);

    // Velocities that differ only by rounding errors have no skewness.
    const ParticleScene still = sheet(MapColors::h3, 0, 0);
    CHECK(pixel(resolve(still, hdr, motion_edge, motion_edge), 150, 150) == glm::vec3{0});

    // Gas has no age, and the limits of another quantity do not stay.
    ParticleScene gas = sheet(MapColors::age, 0, 0);
    gas.groups[0].population = Population::gas;
    CHECK(pixel(resolve(gas, hdr, motion_edge, motion_edge), 150, 150) == glm::vec3{0});
    CHECK(hdr.map_scale().values.most == 0);

    scene.look.density.colors = MapColors::age;
    scene.time = 10;
    // Half of the sheet is a bulge; the other half is gas, whose stars were born at the time 4. Gas itself has no age.
    const std::size_t half = scene.positions.size() / 2;
    for (std::size_t i = half; i < scene.velocities.size(); ++i)
        scene.velocities[i].w = i % 2 == 0 ? static_cast<float>(4 - latest_birth) : 1.0f;
    scene.groups = {{0, half, Population::bulge}, {half, scene.positions.size() - half, Population::gas}};
    resolve(scene, hdr, motion_edge, motion_edge);
    CHECK(hdr.map_scale().values.most == doctest::Approx(bulge_age).epsilon(1e-3).scale(0));
    CHECK(hdr.map_scale().values.least == 0);
    scene.groups.erase(scene.groups.begin());
    resolve(scene, hdr, motion_edge, motion_edge);
    // Tolerance: births are stored to 5e-4 units of time.
    CHECK(hdr.map_scale().values.most == doctest::Approx(6 * myr_per_time).epsilon(2e-3).scale(0));
}

TEST_CASE("a map of h4 equals the kurtosis of the velocities in double precision, and is empty without dispersion") {
    std::mt19937 random{7};
    std::normal_distribution<float> normal;
    for (const auto scatter : {ParticleFrame::Scatter::never, ParticleFrame::Scatter::always})
        for (const float extreme : {0.0f, 0.1f}) {
            CAPTURE(static_cast<int>(scatter));
            // All particles are at one place; a tenth of them is three times faster.
            ParticleScene scene{.look = as_map_of(MapColors::h4), .scatter = scatter};
            scene.camera.projection = Projection::orthographic;
            scene.positions.clear();
            for (int i = 0; i < 2000; ++i) {
                const float wide = static_cast<float>(i) < 2000 * extreme ? 3 : 1;
                scene.positions.emplace_back(0, 0, 0, 1 + 0.5f * normal(random) * normal(random));
                scene.positions.back().w = std::abs(scene.positions.back().w);
                scene.velocities.emplace_back(5, -7, 0.3f + 0.5f * wide * normal(random), 0);
            }
            scene.attributes.assign(scene.positions.size(), {1e-4f, 0, 0, 0});
            scene.groups = {{0, scene.positions.size()}};
            double mass = 0, mean = 0, variance = 0, fourth = 0;
            for (std::size_t i = 0; i < scene.positions.size(); ++i) mass += scene.positions[i].w;
            for (std::size_t i = 0; i < scene.positions.size(); ++i)
                mean += double{scene.positions[i].w} * scene.velocities[i].z / mass;
            for (std::size_t i = 0; i < scene.positions.size(); ++i) {
                const double square = std::pow(scene.velocities[i].z - mean, 2), share = scene.positions[i].w / mass;
                variance += share * square;
                fourth += share * square * square;
            }
            const double expected = (fourth / (variance * variance) - 3) / (8 * std::sqrt(6.0));
            CHECK(std::abs(expected) > (extreme > 0 ? 0.05 : 0));
            int lit = 0;
            double collected = 0;
            for (const glm::vec4& pixel : light_in_square(scene, motion_edge)) {
                collected += pixel.a;
                // In fainter pixels, the weights of a splat are rounding errors.
                if (pixel.a < 1e-3 * mass) continue;
                ++lit;
                CHECK(std::abs(pixel.r / pixel.a - expected) < 1e-4);
            }
            CHECK(lit > 0);
            CHECK(collected == doctest::Approx(mass).epsilon(1e-3).scale(0));
        }
    HdrPipeline hdr{built_in};
    ParticleScene pairs = sheet(MapColors::h4, 0, 0.05f);
    resolve(pairs, hdr, motion_edge, motion_edge);
    // Half of the bodies move at each of two velocities, so that the kurtosis is 1 everywhere.
    CHECK(hdr.map_scale().values.most == doctest::Approx(2 / (8 * std::sqrt(6.0))).epsilon(0.02).scale(0));
    CHECK(hdr.map_scale().values.least == -hdr.map_scale().values.most);
    const ParticleScene still = sheet(MapColors::h4, 0, 0);
    CHECK(pixel(resolve(still, hdr, motion_edge, motion_edge), 150, 150) == glm::vec3{0});
}

TEST_CASE("maps of star formation and of the brightness in all bands collect the sums of `milkomeda map`") {
    struct Body {
        Population population;
        double mass, number;  // fourth number of the velocity: smoothing length of gas, or birth of a star
    };
    const double now = 100;
    std::vector<Body> bodies{{Population::disk, 0.01, 0},    {Population::bulge, 0.02, 0}, {Population::halo, 0.5, 0},
                             {Population::unknown, 0.03, 0}, {Population::gas, 1e-5, 0},   {Population::gas, 1e-6, 1}};
    for (const double length : {0.02, 0.05, 0.1, 0.3}) bodies.push_back({Population::gas, 1e-5, length});
    for (const double age : {3.0, 40.0, 700.0, 1500.0})
        bodies.push_back({Population::gas, 0.01, now - age / myr_per_time - latest_birth});
    ParticleScene scene{.look = as_map_of(MapColors::star_formation), .time = now};
    scene.camera.projection = Projection::orthographic;
    scene.positions.clear();
    scene.groups.clear();
    for (const Body& body : bodies) {
        scene.groups.push_back({scene.positions.size(), 1, body.population});
        scene.positions.emplace_back(0, 0, 0, body.mass);
        scene.velocities.emplace_back(0, 0, 0, body.number);
    }
    scene.attributes.assign(scene.positions.size(), {1e-4f, 0, 0, 0});
    // Rates of the gas, and light of all bodies, in double precision. The numbers have the precision of the rows.
    const auto rate = [](const Body& body) {
        const bool is_gas = body.population == Population::gas && body.number > 0;
        return is_gas ? formation_rate(surface_density_of_gas(body.mass, body.number)) : 0;
    };
    const auto light = [&](const Body& body, Band band) {
        constexpr std::string_view components[] = {"disk", "bulge", "halo", "", "other"};
        if (body.population != Population::gas)
            return component_light(components[static_cast<std::size_t>(body.population)], band);
        if (body.number < 0) return young_star_light((now - float(body.number) - latest_birth) * myr_per_time, band);
        return gas_light(band) * rate(body) / reference_formation_rate();
    };
    const auto check = [&](const auto& of_body) {
        double mass = 0, sum = 0;
        for (const Body& body : bodies) mass += body.mass, sum += body.mass * of_body(body);
        const glm::dvec4 found = total(light_in_square(scene, motion_edge));
        CHECK(sum > 0);
        CHECK(luminance_of(found) / found.a == doctest::Approx(sum / mass).epsilon(1e-4).scale(0));
    };
    check(rate);
    scene.look.density.colors = MapColors::brightness;
    for (std::size_t band = 0; band < names<Band>.size(); ++band) {
        CAPTURE(names<Band>[band]);
        scene.look.density.band = static_cast<Band>(band);
        check([&](const Body& body) { return light(body, static_cast<Band>(band)); });
    }
    scene.scatter = ParticleFrame::Scatter::always;
    check([&](const Body& body) { return light(body, Band::V); });
}

TEST_CASE("contours of a velocity map are dark lines at multiples of a round velocity") {
    ParticleScene scene = sheet(MapColors::velocity, 0.1f, 0);
    HdrPipeline hdr{built_in};
    const Image bare = resolve(scene, hdr, motion_edge, motion_edge);
    scene.look.density.contours = true;
    const Image lined = resolve(scene, hdr, motion_edge, motion_edge);
    const float step = hdr.map_scale().value_step();
    const auto [least, most] = hdr.map_scale().values;
    const double in_km_s = step * km_s_per_velocity, power = std::pow(10, std::floor(std::log10(in_km_s) + 1e-6));
    CHECK(std::abs(in_km_s / power - std::round(in_km_s / power)) < 1e-5);
    CHECK((most - least) / step > 6);
    CHECK((most - least) / step < 15);
    for (int line = -3; line <= 3; ++line) {
        const float scale = pixels_per_unit_at_target(view_of(scene.camera, motion_edge, motion_edge));
        const int expected =
            static_cast<int>(std::lround(motion_edge / 2.0f + scale * static_cast<float>(line) * step / 0.1f - 0.5f));
        int darkest = 0;
        float change = 0;
        for (int column = expected - 6; column <= expected + 6; ++column) {
            const glm::vec3 lost = pixel(bare, column, 200) - pixel(lined, column, 200);
            if (lost.r + lost.g + lost.b > change) change = lost.r + lost.g + lost.b, darkest = column;
        }
        CHECK(change > 60);
        CHECK(std::abs(darkest - expected) <= 1);
    }
}

TEST_CASE("a map of the brightness has limits of light, and a picture without bodies has no velocities") {
    ParticleScene scene = sheet(MapColors::brightness, 0, 0);
    HdrPipeline hdr{built_in};
    resolve(scene, hdr, motion_edge, motion_edge);
    const float light = hdr.map_scale().limits.low;
    scene.look.density.colors = MapColors::surface_density;
    resolve(scene, hdr, motion_edge, motion_edge);
    // The light of `other` stars in the V band, per mass; the limits are those of a histogram with bins of 4 %.
    CHECK(light / hdr.map_scale().limits.low == doctest::Approx(0.5f).epsilon(0.05).scale(0));

    for (const MapColors colors : {MapColors::velocity, MapColors::dispersion, MapColors::brightness}) {
        ParticleScene empty{.positions = {{0, 0, 0, 0}}, .look = as_map_of(colors)};
        HdrPipeline unused{built_in};
        CHECK(pixel(resolve(empty, unused, 64, 64), 32, 32) == glm::vec3{0});
        CHECK(unused.map_scale().values.most == 0);
    }
}
