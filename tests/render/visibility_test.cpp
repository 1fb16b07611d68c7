// Young stars and the gas from which they form are rows of one group, and are shown and hidden separately.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <functional>

#include "data/base/formation.hpp"
#include "data/base/units.hpp"
#include "harness.hpp"
#include "render/scatter/splat_pyramid.hpp"

using namespace milkomeda;

namespace {

constexpr int visibility_edge = 200;
constexpr ShownBodies young_stars_hidden{.others = true, .young_stars = false};
constexpr ShownBodies gas_hidden{.others = false, .young_stars = true};

// Two galaxies of gas, one above the other, whose left halves are gas and whose right halves are young stars.
struct TwoGalaxiesOfGas : ParticleScene {
    TwoGalaxiesOfGas() {
        constexpr int each = 20;
        positions.clear();
        time = 20;
        for (const float y : {-3.0f, 3.0f})
            for (const bool is_star : {false, true})
                for (int i = 0; i < each; ++i) {
                    positions.emplace_back((is_star ? 2.5f : -3.5f) + 0.05f * static_cast<float>(i), y, 0, 1);
                    const double birth = time - 500 / myr_per_time;
                    velocities.emplace_back(0.3f, 0.4f, 0, is_star ? static_cast<float>(birth - latest_birth) : 0.2f);
                }
        attributes.assign(positions.size(), {0.2f, 1, 0, 0});
        groups.clear();
        for (const std::size_t first : {0, 2 * each})
            groups.push_back({.first = first, .count = 2 * each, .population = Population::gas});
        camera = {.distance = 14, .projection = Projection::orthographic};
        look.dust.amount = 0;
    }

    // Returns the light of lower left, lower right, upper left and upper right quarter of the picture.
    std::array<double, 4> light_of_quarters() const {
        constexpr std::size_t half = visibility_edge / 2;
        std::array<double, 4> quarters{};
        const auto add = [&](std::size_t x, std::size_t y, const glm::vec4& light) {
            quarters[(x >= half) + 2 * (y >= half)] +=
                double{light.r} + double{light.g} + double{light.b} + double{light.a};
        };
        if (is_hdr(look.mode)) {
            const std::vector<glm::vec4> light = light_in_square(*this, visibility_edge);
            for (std::size_t i = 0; i < light.size(); ++i) add(i % visibility_edge, i / visibility_edge, light[i]);
        } else {
            ParticleRenderer own = renderer();
            const Image image = draw(*this, own, visibility_edge, visibility_edge);
            for (int y = 0; y < visibility_edge; ++y)
                for (int x = 0; x < visibility_edge; ++x)
                    add(std::size_t(x), std::size_t(visibility_edge - 1 - y), glm::vec4{pixel(image, x, y), 0});
        }
        return quarters;
    }
};

void check_visibility(TwoGalaxiesOfGas scene) {
    const std::array<double, 4> all = scene.light_of_quarters();
    for (const double light : all) REQUIRE(light > 0);
    for (const auto& [lower, upper] : {std::pair{young_stars_hidden, all_bodies}, std::pair{all_bodies, gas_hidden},
                                       std::pair{gas_hidden, young_stars_hidden}}) {
        scene.groups[0].shown = lower;
        scene.groups[1].shown = upper;
        const std::array<double, 4> light = scene.light_of_quarters();
        const std::array is_shown{lower.others, lower.young_stars, upper.others, upper.young_stars};
        for (std::size_t i = 0; i < light.size(); ++i) {
            CAPTURE(i);
            CHECK(std::abs(light[i] - (is_shown[i] ? all[i] : 0)) <= 1e-5 * all[i]);
        }
    }
}

}  // namespace

TEST_CASE("gas and young stars are discs of the size of other bodies, not of the size of their smoothing lengths") {
    TwoGalaxiesOfGas scene;
    scene.look.mode = DrawMode::discs;
    const std::array<double, 4> gas = scene.light_of_quarters();
    for (ParticleGroup& group : scene.groups) group.population = Population::disk;
    for (glm::vec4& velocity : scene.velocities) velocity.w = 0;
    const std::array<double, 4> stars = scene.light_of_quarters();
    REQUIRE(stars[0] > 0);
    CHECK(gas == stars);
}

TEST_CASE("hiding a galaxy's young stars removes only their light, and hiding its gas only the light of the gas") {
    TwoGalaxiesOfGas scene;
    for (const DrawMode mode : {DrawMode::point, DrawMode::color_sprite, DrawMode::sprite, DrawMode::density,
                                DrawMode::stars, DrawMode::discs}) {
        CAPTURE(name_of(mode));
        scene.look.mode = mode;
        check_visibility(scene);
    }
    scene.most_stars = 1000;  // Bright stars of each body are drawn singly.
    check_visibility(scene);
    if (!SplatPyramid::possible({visibility_edge, visibility_edge})) return;
    scene.scatter = ParticleFrame::Scatter::always;
    check_visibility(scene);
}

TEST_CASE("dust is hidden together with the gas that contains the dust") {
    TwoGalaxiesOfGas scene;
    scene.vertical_ranks.assign(scene.positions.size(), 0);
    scene.look.dust.amount = 1;
    scene.look.dust.share = 1;
    const auto has_dust = [&](const ShownBodies& shown) {
        for (ParticleGroup& group : scene.groups) group.shown = shown;
        ParticleRenderer own = scene.renderer();
        HdrPipeline hdr{built_in};
        collect(scene, own, hdr, visibility_edge, visibility_edge);
        return total(pixels_of(own.dust().moments())).r > 0;
    };
    CHECK(has_dust(all_bodies));
    CHECK(has_dust(young_stars_hidden));
    CHECK_FALSE(has_dust(gas_hidden));
}
