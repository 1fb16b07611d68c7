// Colors of particles, measured in the HDR light before tone mapping.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "data/base/formation.hpp"
#include "data/base/units.hpp"
#include "data/neighbors/star_formation.hpp"
#include "harness.hpp"

using namespace milkomeda;

namespace {

constexpr int coloring_edge = 64;

// Bodies at one position, so that their light is drawn in the same pixels.
struct Bodies : ParticleScene {
    explicit Bodies(std::size_t count = 1) {
        positions.assign(count, {0, 0, 0, 1});
        velocities.assign(count, glm::vec4{0});
        attributes.assign(count, {0.1f, 1, 1, 1});
        groups = {{0, count, Population::disk}};
    }
    ParticleGroup& group() { return groups[0]; }
    const ParticleGroup& group() const { return groups[0]; }
};

// Returns the sums over all pixels of light (red, green, blue) and of mass (alpha).
glm::dvec4 collected(const Bodies& bodies) {
    ParticleRenderer renderer = bodies.renderer();
    LightTarget target{"test", coloring_edge, coloring_edge};
    target.bind();
    target.clear();
    renderer.draw(view_of(bodies.camera, coloring_edge, coloring_edge), bodies.look, bodies.frame());
    CHECK(glGetError() == GL_NO_ERROR);
    return total(pixels_of(target));
}

// Returns the mean light per unit mass of the particles, divided by the light per unit mass of their component.
glm::vec3 light_of(const Bodies& bodies) {
    const glm::dvec4 sum = collected(bodies);
    return glm::vec3{sum} / (static_cast<float>(sum.a) * light_per_mass(bodies.group().population));
}

void check_close(const glm::vec3& light, const glm::vec3& expected, float tolerance = 0.005f) {
    CAPTURE(light.r);
    CAPTURE(light.g);
    CAPTURE(light.b);
    CAPTURE(expected.r);
    CAPTURE(expected.g);
    CAPTURE(expected.b);
    CHECK(glm::length(light - expected) < tolerance * glm::length(expected));
}

Coloring numbers(ColorBy by, float least, float most, bool logarithmic) {
    return {.by = by,
            .table = equal_light_table_of(ColorMap::viridis),
            .least = least,
            .most = most,
            .logarithmic = logarithmic};
}

}  // namespace

// Returns the color of the legend for a number.
glm::vec3 color_of_number(const Coloring& coloring, float number) {
    const auto scaled = [&](float n) { return coloring.logarithmic ? std::log(n) : n; };
    const float least = scaled(coloring.least), most = scaled(coloring.most);
    return coloring.table.at((scaled(number) - least) / (most - least));
}

// Tolerance: sums of some hundred half-precision weights have an error of half a percent.
TEST_CASE("quantities are drawn in the colors of the legend, with equal luminance") {
    for (const float number : {0.05f, 0.2f, 0.7f, 1.9f, 5.0f, 30.0f}) {
        CAPTURE(number);
        const auto check = [&](ColorBy by, bool logarithmic, auto&& put) {
            CAPTURE(name_of(by));
            Bodies bodies;
            bodies.coloring = numbers(by, 0.1f, 10, logarithmic);
            put(bodies);
            const glm::vec3 light = light_of(bodies);
            check_close(light, color_of_number(bodies.coloring, number));
            CHECK(luminance(light) == doctest::Approx(1).epsilon(0.005).scale(0));
        };
        check(ColorBy::speed, false, [&](Bodies& b) { b.velocities[0] = {0, -0.6f * number, 0.8f * number, 0}; });
        check(ColorBy::density, true, [&](Bodies& b) { b.attributes[0].w = number; });
        check(ColorBy::radius, true, [&](Bodies& b) { b.attributes[0].y = number; });
        check(ColorBy::acceleration, true, [&](Bodies& b) { b.attributes[0].z = number; });
        check(ColorBy::mass, true, [&](Bodies& b) { b.positions[0].w = number; });
    }
}

TEST_CASE("bodies are gray while the values that color them are unknown, even if the column contains NaN") {
    Bodies bodies;
    bodies.coloring = numbers(ColorBy::acceleration, 0.1f, 10, true);
    bodies.coloring.known = false;
    bodies.attributes[0].z = std::numeric_limits<float>::quiet_NaN();
    check_close(light_of(bodies), glm::vec3{1});
}

TEST_CASE("bodies without a value are dim and gray beside bodies with a value") {
    for (const ColorBy by : {ColorBy::gas_temperature, ColorBy::compression}) {
        CAPTURE(name_of(by));
        Bodies bodies;
        bodies.coloring = numbers(by, 0.1f, 10, row_of(by).scale == NumberScale::logarithmic);
        bodies.attributes[0].z = 2;
        check_close(light_of(bodies), color_of_number(bodies.coloring, 2));
        bodies.attributes[0].z = std::numeric_limits<float>::quiet_NaN();
        check_close(light_of(bodies), glm::vec3{0.1f});
    }
}

// The time of a birth is rounded to single precision, so it can be slightly later than the time of the picture.
TEST_CASE("a star that has formed from gas is dark at its birth and brightens for 500 Myr, also as resolved stars") {
    Bodies bodies;
    bodies.group().population = Population::gas;
    bodies.most_stars = 16;
    bodies.attributes[0].x = 3;  // so wide that single stars are drawn
    bodies.velocities[0].w = static_cast<float>(10 - latest_birth);
    const auto light_at = [&](double myr) {
        bodies.time = 10 + myr / myr_per_time;
        return luminance_of(collected(bodies));
    };
    const double young = light_at(250), grown = light_at(500);
    CHECK(grown > 0);
    // The color changes little between these ages, and the light fades only by the power -0.75 of the age.
    CHECK(young == doctest::Approx(0.5 * grown * std::pow(300.0 / 500, -0.75)).epsilon(0.03).scale(0));
    for (const double myr : {0.0, -0.01, -1.0}) {
        CAPTURE(myr);
        CHECK(std::abs(light_at(myr)) < 1e-3 * grown);
    }
}

TEST_CASE("galaxies and directions of motion are drawn in their assigned colors") {
    for (int galaxy = 0; galaxy < 3; ++galaxy) {
        Bodies bodies;
        bodies.coloring.by = ColorBy::galaxy;
        bodies.group().galaxy = galaxy;
        check_close(light_of(bodies), color_of_galaxy(galaxy));
    }
    for (const glm::vec3 velocity : {glm::vec3{1, 0, 0}, {0, -2, 0}, {0, 0, 3}, {-1, 0.5f, 2}, {0, 0, 0}}) {
        Bodies bodies;
        bodies.coloring.by = ColorBy::direction;
        bodies.velocities[0] = glm::vec4{velocity, 0};
        check_close(light_of(bodies), color_of_direction(velocity));
    }
}

TEST_CASE("without young stars, a body has the color that old stars of its component have at its radius") {
    for (const Population population : {Population::disk, Population::bulge, Population::halo, Population::unknown})
        for (const float radius : {0.0f, 1.0f, 4.0f}) {
            Bodies bodies;
            bodies.group().population = population;
            bodies.group().radius = 2;
            bodies.coloring.stars = {.young_share = 0, .hii_share = 0};
            bodies.attributes[0].y = radius;
            check_close(light_of(bodies), light_of_component(bodies.group(), radius));
        }
}

TEST_CASE("a disk is bluer and brighter where stars form, and redder and fainter where star formation has ended") {
    constexpr std::size_t count = 3000;
    Bodies bodies{count};
    // Shares so small that star clusters hardly contribute.
    bodies.coloring.stars = {.young_share = 1e-6f, .hii_share = 1e-6f};
    const auto light_at = [&](float rate) {
        bodies.ellipsoids.assign(count, {.xx = 10'922, .yy = 10'922, .zz = 10'922, .formation = formation_step(rate)});
        const glm::vec3 light = light_of(bodies);
        check_close(light, light_of_component(bodies.group(), 1, -1, rate));
        return light;
    };
    const auto blueness = [](const glm::vec3& light) { return light.b / light.r; };
    const glm::vec3 usual = light_at(1), burst = light_at(4), ended = light_at(0.01f);
    CHECK(blueness(burst) > 1.1f * blueness(usual));
    CHECK(luminance(burst) > 1.1f * luminance(usual));
    CHECK(blueness(ended) < 0.9f * blueness(usual));
    CHECK(luminance(ended) < 0.8f * luminance(usual));
    // With a star formation setting of 0, rates change nothing.
    bodies.coloring.stars.formation = 0;
    check_close(light_of(bodies), usual);
}

TEST_CASE(
    "disks show the given shares of young stars and nebulae, bulges show neither, and the total light is constant") {
    constexpr std::size_t count = 4000, looked_at = 300;
    constexpr float hii_share = 0.05f, young_share = 0.1f;
    std::size_t nebulae = 0;
    const glm::vec3 young_color = color_of_young_stars(), hii_color = color_of_hii_regions();
    Bodies all{count};
    all.coloring.stars = {.young_share = young_share, .hii_share = hii_share};
    const glm::vec3 others = brightness_of(all.coloring.stars).other * light_of_component(all.group(), 1);
    const auto has_color = [](const glm::vec3& light, const glm::vec3& color) {
        return glm::length(light / luminance(light) - color) < 0.05f * glm::length(color);
    };
    std::vector<float> young_lights;
    // Each body is drawn alone, as a group of one body. Light in excess of the light of old stars comes from star
    // clusters.
    for (std::size_t row = 0; row < looked_at; ++row) {
        Bodies one = all;
        one.group() = {row, 1, Population::disk};
        const glm::vec3 more = light_of(one) - others;
        if (luminance(more) < 0.01f) continue;
        if (has_color(more, young_color)) young_lights.push_back(luminance(more));
        nebulae += has_color(more, hii_color);
    }
    // The number of bodies with clusters scatters by its square root; the tolerance is four times this scatter. One
    // cluster in fifteen is too faint to count, because it has just lit up or is fading.
    CHECK(std::abs(static_cast<double>(young_lights.size()) - looked_at * 0.1) < 4 * std::sqrt(looked_at * 0.1));
    CHECK(std::abs(static_cast<double>(nebulae) - looked_at * 0.05) < 4 * std::sqrt(looked_at * 0.05));
    // The brightness of a cluster is proportional to 1/(u + 0.05), where u is a random number from 0 to 1, so the
    // largest possible brightness is 21 times the smallest. About thirty random values span a factor of at least 5.
    const auto [faintest, brightest] = std::ranges::minmax(young_lights);
    CHECK(brightest > 5 * faintest);
    // Tolerance: 4 sigma for 4000 bodies, which is 0.019 and 0.014 for the shares of bodies with clusters and nebulae.
    // The 600 clusters and nebulae give 0.28 of the light, and 4 sigma of their mean brightness is 4 times 0.08.
    CHECK(luminance(light_of(all)) == doctest::Approx(1).epsilon(0.17).scale(0));

    all.group().population = Population::bulge;
    check_close(light_of(all), light_of_component(all.group(), 1));
}

TEST_CASE("bodies keep their random temperature and age when bodies before them in the particle set are deleted") {
    Bodies whole(300), rest(200);
    whole.group() = {100, 200, Population::disk};
    const glm::dvec4 light = collected(whole);
    CHECK(glm::length(collected(rest) - light) > 0.01 * glm::length(light));
    rest.group().hash_offset = 100;
    CHECK(glm::length(collected(rest) - light) < 1e-4 * glm::length(light));
}

TEST_CASE("temperatures of bodies scatter around the temperature of the component, and young stars are hot") {
    Bodies bodies{2000};
    bodies.coloring = temperature_coloring();
    bodies.coloring.stars.young_share = 0;
    const auto warmth = [](const glm::vec3& light) { return light.r / light.b; };
    const float disk = warmth(light_of(bodies));
    bodies.coloring.stars.young_share = 0.1f;
    CHECK(warmth(light_of(bodies)) < disk);
    bodies.group().population = Population::bulge;
    CHECK(warmth(light_of(bodies)) > 1.5f * disk);
    Bodies one = bodies;
    one.group().count = 1;
    const glm::vec3 first = light_of(one);
    one.group().first = 1;
    CHECK(glm::length(light_of(one) - first) > 0.01f);
    CHECK(luminance(first) == doctest::Approx(1).epsilon(0.01).scale(0));
}

TEST_CASE("a halo is much fainter than stars of equal mass, and the halo light setting multiplies its light") {
    const auto light = [](Population population, float halo_light) {
        Bodies bodies;
        bodies.group().population = population;
        bodies.coloring.stars = {.young_share = 0, .hii_share = 0, .halo_light = halo_light};
        const glm::dvec4 sum = collected(bodies);
        return static_cast<double>(luminance(glm::vec3{sum})) / sum.a;
    };
    // The dark halo has nine tenths of a galaxy's mass and must not outshine the stars.
    CHECK(light(Population::halo, 1) < light(Population::bulge, 1) / 20);
    CHECK(light(Population::halo, 1) > 0);
    CHECK(light(Population::halo, 5) == doctest::Approx(5 * light(Population::halo, 1)).epsilon(1e-3).scale(0));
    CHECK(light(Population::halo, 0) == 0);
    CHECK(light(Population::disk, 5) == doctest::Approx(light(Population::disk, 1)).epsilon(1e-6).scale(0));
}
