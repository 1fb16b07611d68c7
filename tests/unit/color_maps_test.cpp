// These tests check properties of color maps and black-body colors without OpenGL.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "render/particles/color_map.hpp"
#include "render/particles/coloring.hpp"

using namespace milkomeda;

namespace {

// Converts linear sRGB to OKLab (Ottosson 2020). The lightness is 0 to 1, and distances in OKLab correspond to
// perceived color differences.
glm::dvec3 oklab(const glm::dvec3& light) {
    const glm::dvec3 cones{0.4122214708 * light.r + 0.5363325363 * light.g + 0.0514459929 * light.b,
                           0.2119034982 * light.r + 0.6806995451 * light.g + 0.1073969566 * light.b,
                           0.0883024619 * light.r + 0.2817188376 * light.g + 0.6299787005 * light.b};
    const glm::dvec3 seen{std::cbrt(cones.x), std::cbrt(cones.y), std::cbrt(cones.z)};
    return {0.2104542553 * seen.x + 0.7936177850 * seen.y - 0.0040720468 * seen.z,
            1.9779984951 * seen.x - 2.4285922050 * seen.y + 0.4505937099 * seen.z,
            0.0259040371 * seen.x + 0.7827717662 * seen.y - 0.8086757660 * seen.z};
}

using ColorMatrix = std::array<glm::dvec3, 3>;

// These matrices convert linear sRGB to the colors that people without one kind of cones see (Machado, Oliveira &
// Fernandes 2009, IEEE TVCG 15, 1291, table 1, severity 1).
constexpr ColorMatrix everything{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr ColorMatrix protanopia{
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr ColorMatrix deuteranopia{
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};

glm::dvec3 seen_with(const ColorMatrix& eye, const glm::dvec3& light) {
    return glm::max(glm::dvec3{glm::dot(eye[0], light), glm::dot(eye[1], light), glm::dot(eye[2], light)}, 0.0);
}

std::vector<glm::dvec3> as_seen(ColorMap map, const ColorMatrix& eye) {
    std::vector<glm::dvec3> colors;
    for (const glm::vec3& light : table_of(map).light) colors.push_back(oklab(seen_with(eye, light)));
    return colors;
}

const ColorMap maps[] = {ColorMap::milkomeda, ColorMap::viridis, ColorMap::inferno, ColorMap::cividis};
const ColorMap for_every_eye[] = {ColorMap::milkomeda, ColorMap::viridis, ColorMap::cividis};

// Returns the color of a black body, integrated from Planck's law with the color matching functions of Wyman, Sloan &
// Shirley 2013 (JCGT 2, 2, eq. 4).
glm::dvec3 by_planck(double kelvin) {
    const auto lobe = [](double nm, double at, double height, double below, double above) {
        const double t = (nm - at) * (nm < at ? below : above);
        return height * std::exp(-0.5 * t * t);
    };
    glm::dvec3 xyz{0};
    for (double nm = 380; nm <= 780; nm += 1) {
        const double meters = nm * 1e-9;
        const double light = std::pow(nm, -5) / std::expm1(0.014387769 / (meters * kelvin));
        xyz += light * glm::dvec3{lobe(nm, 442.0, 0.362, 0.0624, 0.0374) + lobe(nm, 599.8, 1.056, 0.0264, 0.0323) +
                                      lobe(nm, 501.1, -0.065, 0.0490, 0.0382),
                                  lobe(nm, 568.8, 0.821, 0.0213, 0.0247) + lobe(nm, 530.9, 0.286, 0.0613, 0.0322),
                                  lobe(nm, 437.0, 1.217, 0.0845, 0.0278) + lobe(nm, 459.0, 0.681, 0.0385, 0.0725)};
    }
    xyz /= xyz.y;
    return glm::max(glm::dvec3{3.2404542 * xyz.x - 1.5371385 - 0.4985314 * xyz.z,
                               -0.9692660 * xyz.x + 1.8760108 + 0.0415560 * xyz.z,
                               0.0556434 * xyz.x - 0.2040259 + 1.0572252 * xyz.z},
                    0.0);
}

}  // namespace

TEST_CASE("color maps get brighter at every step, for normal vision and for red or green blindness") {
    for (const ColorMap map : maps)
        for (const ColorMatrix& eye : {everything, protanopia, deuteranopia}) {
            const std::vector<glm::dvec3> colors = as_seen(map, eye);
            CAPTURE(name_of(map));
            for (std::size_t i = 1; i < colors.size(); ++i) CHECK(colors[i].x > colors[i - 1].x);
            // The lightness of a color map must cover more than 0.6 of the display's lightness range, which is 1.
            CHECK(colors.back().x - colors.front().x > 0.6);
        }
}

TEST_CASE("equal steps of a color map are perceived as equally large") {
    for (const ColorMap map : maps) {
        const std::vector<glm::dvec3> colors = as_seen(map, everything);
        std::vector<double> steps;
        for (std::size_t i = 1; i < colors.size(); ++i) steps.push_back(glm::distance(colors[i], colors[i - 1]));
        double mean = 0;
        for (const double step : steps) mean += step / static_cast<double>(steps.size());
        CAPTURE(name_of(map));
        // Steps are measured in OKLab, in which the map `milkomeda` is uniform except for rounding to 8 bits. The other
        // maps are uniform in CAM02-UCS, and the darkest steps of inferno are twice as long in OKLab. For comparison,
        // the steps of a rainbow map vary from 0 to 4 times their mean.
        const double uneven = map == ColorMap::milkomeda ? 0.1 : map == ColorMap::inferno ? 0.9 : 0.4;
        CHECK(*std::ranges::min_element(steps) > mean * (1 - std::min(uneven, 0.3)));
        CHECK(*std::ranges::max_element(steps) < mean * (1 + uneven));
    }
}

TEST_CASE("values an eighth of a color map apart are distinguishable with red or green blindness") {
    constexpr double clearly = 0.05;  // 2.5 times the just noticeable color difference, 0.02 in OKLab
    for (const ColorMap map : for_every_eye)
        for (const ColorMatrix& eye : {protanopia, deuteranopia}) {
            const std::vector<glm::dvec3> colors = as_seen(map, eye);
            CAPTURE(name_of(map));
            for (std::size_t i = 0; i < colors.size(); ++i)
                for (std::size_t j = i + 4; j < colors.size(); ++j)
                    REQUIRE(glm::distance(colors[i], colors[j]) > clearly);
        }
}

TEST_CASE("the colors of the first two galaxies are distinguishable for normal vision and for red or green blindness") {
    for (const ColorMatrix& eye : {everything, protanopia, deuteranopia})
        CHECK(glm::distance(oklab(seen_with(eye, color_of_galaxy(0))), oklab(seen_with(eye, color_of_galaxy(1)))) >
              0.15);
}

TEST_CASE("a color table reproduces published colors, interpolates between its colors and is clamped at its ends") {
    const ColorTable table = table_of(ColorMap::viridis);
    // These are the first, middle and last colors of viridis in sRGB, as published by its authors.
    const auto close = [](const glm::vec3& light, const glm::vec3& bytes) {
        // The tolerance is one and a half color steps, because both colors are rounded.
        return glm::distance(srgb_from_linear(light), bytes / 255.0f) < 1.5f / 255;
    };
    CHECK(close(table.at(0), {68, 1, 84}));
    CHECK(close(table.at(0.5f), {33, 145, 140}));
    CHECK(close(table.at(1), {253, 231, 37}));
    CHECK(table.at(-3) == table.at(0));
    CHECK(table.at(7) == table.at(1));
    CHECK(table.at(std::numeric_limits<float>::quiet_NaN()) == table.at(0));
    const glm::vec3 between = table.at(0.5f / 32);
    CHECK(glm::distance(between, (table.light[0] + table.light[1]) / 2.0f) < 1e-6f);
}

TEST_CASE("the colors of particles have luminance 1 and a limited saturation") {
    const auto check = [](const glm::vec3& light) {
        CHECK(luminance(light) == doctest::Approx(1).epsilon(1e-4).scale(0));
        for (int i = 0; i < 3; ++i) CHECK((light[i] >= 0 && light[i] <= most_pure * 1.0001f));
    };
    for (const ColorMap map : maps)
        for (const glm::vec3& light : equal_light_table_of(map).light) check(light);
    for (int galaxy = 0; galaxy < 7; ++galaxy) check(color_of_galaxy(galaxy));
    for (float kelvin = 1000; kelvin < 40'000; kelvin *= 1.3f) check(black_body_light(kelvin));
    for (const Population population : {Population::disk, Population::bulge, Population::halo, Population::unknown})
        for (const float radius : {0.0f, 1.0f, 30.0f})
            check(color_of_component({.population = population, .galaxy = 1}, radius));
    check(color_of_hii_regions());
    check(color_of_direction({0, 0, -2}));
    CHECK(color_of_direction({0, 0, 0}) == glm::vec3{1});
}

TEST_CASE("black-body colors agree with Planck's law") {
    for (const double kelvin : {1700.0, 2300.0, 3000.0, 4100.0, 5778.0, 6504.0, 9500.0, 15'000.0, 25'000.0}) {
        CAPTURE(kelvin);
        const glm::dvec3 light = black_body_light(static_cast<float>(kelvin)), expected = by_planck(kelvin);
        // The fitted color matching functions and the fitted Planckian locus agree within 0.005 in x and y. Except for
        // the hottest bodies, this difference is below the just noticeable difference of 0.02 in OKLab.
        CHECK(glm::distance(oklab(light), oklab(expected)) < 0.02);
    }
    CHECK(black_body_light(3000).r > black_body_light(3000).b);
    CHECK(black_body_light(12'000).b > black_body_light(12'000).r);
}

TEST_CASE("old stars are reddest in bulges and inner disks, and blue young stars keep the total brightness") {
    const ParticleGroup disk{.population = Population::disk}, bulge{.population = Population::bulge};
    const auto warmth = [](const glm::vec3& light) { return light.r / light.b; };
    CHECK(warmth(color_of_component(bulge, 0)) > 2);
    CHECK(warmth(color_of_component(disk, 0)) > warmth(color_of_component(disk, 3)));
    CHECK(warmth(color_of_component(disk, 3)) < 1);
    CHECK(warmth(color_of_young_stars()) < warmth(color_of_component(disk, 3)));
    ParticleGroup andromeda = disk;
    andromeda.galaxy = 1;
    CHECK(warmth(color_of_component(andromeda, 1)) > warmth(color_of_component(disk, 1)));
    for (const float share : {0.0f, 0.005f, 0.0125f, 0.1f}) {
        const Stars stars{.young_share = share, .hii_share = share / 2};
        const StarBrightness brightness = brightness_of(stars);
        CHECK(brightness.other > 0.3f);
        CHECK(share * brightness.young + share / 2 * brightness.hii + brightness.other ==
              doctest::Approx(1).epsilon(1e-5).scale(0));
    }
}
