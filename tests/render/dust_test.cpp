// Dust must dim the light behind it by the physical extinction law and leave all other light unchanged. The tests
// measure HDR light before tone mapping.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "app/scene/component_origin.hpp"
#include "data/base/units.hpp"
#include "data/neighbors/star_formation.hpp"
#include "harness.hpp"
#include "render/dust/extinction.hpp"

using namespace milkomeda;

namespace {

constexpr int dust_edge = 201;
constexpr std::size_t dusty_rows = 20'000;
// The mass `row_mass` of a dusty body is so small that the bodies emit almost no light.
constexpr float slab_radius = 3, row_mass = 1e-12f;

constexpr int across = (dust_edge + 1) / 2;  // width of the picture in dust pixels, each two light pixels wide

// A slab of dust in the plane z = 0, seen face-on, with a star behind it or in front of it.
struct Slab : ParticleScene {
    HdrPipeline hdr{built_in};
    float star_depth = -2;  // z coordinate of the star; the camera is at z = 10

    Slab() {
        look.dust.share = 1;
        positions.clear();
        // A sunflower pattern distributes bodies uniformly on a disk.
        for (std::size_t i = 0; i < dusty_rows; ++i) {
            const float angle = 2.3999632f * static_cast<float>(i);
            const float radius = slab_radius * std::sqrt((static_cast<float>(i) + 0.5f) / dusty_rows);
            positions.emplace_back(radius * std::cos(angle), radius * std::sin(angle), 0, row_mass);
        }
        positions.emplace_back(0, 0, star_depth, 1);
        attributes.assign(positions.size(), {0.4f, 0, 0, 0});
        // Smoothing length of the star, so small that the star's light is within four pixels.
        attributes.back().x = 0.01f;
        vertical_ranks.assign(positions.size(), 0);
        groups = {{0, dusty_rows, Population::disk}, {dusty_rows, 1}};
    }

    // Sets the optical depth in the V band of the uniform part of the slab.
    void set_optical_depth(float optical_depth) {
        look.dust.amount = 1;
        ParticleGroup& disk = groups[0];
        disk.radius = 1.678f;  // half-mass radius of an exponential disk of scale length 1
        // `column` is pi times the mass per area of the slab.
        const float column = dusty_rows * row_mass / (slab_radius * slab_radius);
        disk.mass = 2 * column * central_optical_depth / optical_depth;
    }

    std::vector<glm::vec4> light(DustQuality quality = DustQuality::full) {
        positions.back().z = star_depth;
        ParticleRenderer drawer = renderer();
        hdr.begin(dust_edge, dust_edge);
        ParticleFrame frame = this->frame();
        frame.dust = quality;
        drawer.draw(view_of(camera, dust_edge, dust_edge), look, frame);
        CHECK(glGetError() == GL_NO_ERROR);
        moments = pixels_of(drawer.dust().moments());
        return pixels_of(hdr.light());
    }

    // Mean optical depth in the newest picture, over the dust pixels at most `reach` dust pixels from the
    // center. A dust pixel is two light pixels wide.
    double optical_depth(int reach) const {
        double sum = 0;
        for (int y = -reach; y <= reach; ++y)
            for (int x = -reach; x <= reach; ++x)
                sum += moments[static_cast<std::size_t>((across / 2 + y) * across + across / 2 + x)].r;
        return sum / ((2 * reach + 1) * (2 * reach + 1));
    }

    std::vector<glm::vec4> moments;
};

}  // namespace

TEST_CASE("a slab of dust dims only stars behind it, by exp(-optical depth) in each color channel") {
    using Scatter = ParticleFrame::Scatter;
    Slab slab;
    SUBCASE("drawn as points") {}
    SUBCASE("scattered by compute shaders") { slab.scatter = Scatter::always; }
    slab.set_optical_depth(1);
    const glm::dvec4 bare = total(slab.light(DustQuality::off));
    for (const float tau : {0.25f, 1.0f, 2.5f}) {
        CAPTURE(tau);
        slab.set_optical_depth(tau);
        slab.star_depth = -2;
        const glm::dvec4 behind = total(slab.light());
        // Tolerance: the edges of dust clouds are cut off, and clouds have random positions.
        CHECK(slab.optical_depth(10) == doctest::Approx(tau).epsilon(0.03).scale(0));
        const double here = slab.optical_depth(1);
        const glm::vec3 extinction = photographic_extinction();
        for (int channel = 0; channel < 3; ++channel) {
            CAPTURE(channel);
            CHECK(behind[channel] / bare[channel] ==
                  doctest::Approx(std::exp(-here * extinction[channel])).epsilon(0.03).scale(0));
        }
        // The mass in alpha is equal with and without dust.
        CHECK(behind.a == doctest::Approx(bare.a).epsilon(1e-4).scale(0));
        slab.star_depth = 2;
        const glm::dvec4 before = total(slab.light());
        const glm::dvec4 unhidden = total(slab.light(DustQuality::off));
        for (int channel = 0; channel < 3; ++channel)
            CHECK(before[channel] == doctest::Approx(unhidden[channel]).epsilon(0.01).scale(0));
    }
}

TEST_CASE("gas carries dust in proportion to its surface density, and the disk of its galaxy carries none") {
    Slab slab;
    slab.look.dust.share = 0.12f;  // all gas carries dust, whatever the dusty share of disks
    slab.groups[0].population = Population::gas;
    slab.groups[0].radius = 1.678f;
    // Attenuation of 22 solar masses per square parsec: the optical depth 1, reduced for scattering. At the center of a
    // galaxy, gas has the metals of the sun.
    const double column = dusty_rows * row_mass / (std::numbers::pi * slab_radius * slab_radius);
    slab.look.dust.amount = static_cast<float>(22 / (solar_masses_per_pc2 * column));
    slab.light();
    CHECK(slab.optical_depth(10) == doctest::Approx(central_optical_depth).epsilon(0.03).scale(0));
    // Outside, the metals and the dust decrease by a factor of e within 1.67 scale lengths.
    for (std::size_t i = 0; i < dusty_rows; ++i) slab.attributes[i].y = 2;
    slab.light();
    CHECK(slab.optical_depth(10) == doctest::Approx(central_optical_depth * std::exp(-2 * 0.6)).epsilon(0.03).scale(0));

    slab.groups[0].population = Population::disk;
    slab.set_optical_depth(1);
    slab.groups[0].has_gas = true;
    slab.look.dust.share = 1;
    slab.light();
    CHECK(slab.optical_depth(10) == 0);
}

TEST_CASE("dust at low resolution (coarse dust) and at full resolution (fine dust) dims a star equally") {
    Slab slab;
    slab.set_optical_depth(1);
    const glm::dvec4 full = total(slab.light()), coarse = total(slab.light(DustQuality::coarse));
    for (int channel = 0; channel < 3; ++channel)
        CHECK(coarse[channel] == doctest::Approx(full[channel]).epsilon(0.03).scale(0));
}

TEST_CASE("a disk loses its dust where star formation ends, and keeps its dust where the rate is normal or higher") {
    Slab slab;
    SUBCASE("drawn as points") {}
    SUBCASE("scattered by compute shaders") { slab.scatter = ParticleFrame::Scatter::always; }
    slab.set_optical_depth(1);
    const auto depth_at = [&](float rate) {
        slab.ellipsoids.assign(slab.positions.size(),
                               {.xx = 10'922, .yy = 10'922, .zz = 10'922, .formation = formation_step(rate)});
        slab.light();
        return slab.optical_depth(10);
    };
    const double usual = depth_at(1);
    CHECK(usual == doctest::Approx(1).epsilon(0.03).scale(0));
    CHECK(depth_at(8) == doctest::Approx(usual).epsilon(0.01).scale(0));
    CHECK(depth_at(0.05f) == doctest::Approx(0.2 * usual).epsilon(0.02).scale(0));
    CHECK(depth_at(0.005f) < 0.03 * usual);
}

TEST_CASE("dust dims each pixel of an extended body by the dust in front of this pixel") {
    Slab slab;
    SUBCASE("drawn as points") {}
    SUBCASE("scattered by compute shaders") { slab.scatter = ParticleFrame::Scatter::always; }
    slab.set_optical_depth(1);
    slab.look.dust.share = 0.5f;
    for (std::size_t i = 0; i < dusty_rows; ++i) slab.vertical_ranks[i] = slab.positions[i].x > 0 ? 0.6f : 0.1f;
    slab.attributes.back().x = 2;  // The star now covers about twelve pixels.
    const auto light_on = [&](bool right,
                              // Sums the light of the right or left half of the picture, without the middle strip,
                              // where the dust ends.
                              const std::vector<glm::vec4>& light) {
        double sum = 0;
        for (int y = 0; y < dust_edge; ++y)
            for (int x = 0; x < dust_edge / 2 - 8; ++x)
                sum += light[static_cast<std::size_t>(y * dust_edge + (right ? dust_edge - 1 - x : x))].g;
        return sum;
    };
    const std::vector<glm::vec4> bare = slab.light(DustQuality::off), dusty = slab.light();
    CHECK(light_on(true, dusty) == doctest::Approx(light_on(true, bare)).epsilon(0.02).scale(0));
    CHECK(light_on(false, dusty) < 0.5 * light_on(false, bare));
}

TEST_CASE("only the requested share of a disk's bodies carries dust: the bodies with the smallest vertical motion") {
    Slab slab;
    slab.set_optical_depth(1);
    for (std::size_t i = 0; i < dusty_rows; ++i) slab.vertical_ranks[i] = slab.positions[i].x > 0 ? 0.6f : 0.1f;
    // Sums the dust of the right or left half, without the center, where filaments cross the boundary of the halves.
    const auto in_half = [&](bool right) {
        double sum = 0;
        for (int y = 0; y < across; ++y)
            for (int x = 0; x < across / 3; ++x)
                sum += slab.moments[static_cast<std::size_t>(y * across + (right ? across - 1 - x : x))].r;
        return sum;
    };
    slab.look.dust.share = 0.5f;
    slab.light();
    CHECK(in_half(false) > 1);
    CHECK(in_half(true) == 0);
    slab.look.dust.share = 0.7f;
    slab.light();
    // Tolerance: clouds have random positions.
    CHECK(in_half(true) == doctest::Approx(in_half(false)).epsilon(0.1).scale(0));
}

TEST_CASE("the extinction curve agrees with the published curve of the Milky Way") {
    // Values of Cardelli, Clayton & Mathis 1989, table 3, for R_V = 3.1.
    CHECK(extinction(0.44f) == doctest::Approx(1.337).epsilon(0.02).scale(0));
    CHECK(extinction(0.55f) == doctest::Approx(1.0).epsilon(0.01).scale(0));
    CHECK(extinction(0.70f) == doctest::Approx(0.751).epsilon(0.02).scale(0));
    CHECK(extinction(0.90f) == doctest::Approx(0.479).epsilon(0.02).scale(0));
    CHECK(extinction(2.2f) == doctest::Approx(0.114).epsilon(0.03).scale(0));
    const glm::vec3 seen = photographic_extinction();
    CHECK((seen.r < seen.g && seen.g < seen.b));  // Dust reddens light.
}

TEST_CASE("dust changes no light in infrared, in density maps, in colors of quantities, or with a dust amount of 0") {
    Slab slab;
    slab.set_optical_depth(2);
    const glm::dvec4 bare = total(slab.light(DustQuality::off));
    const auto unchanged = [&](auto&& change) {
        const Look before = slab.look;
        change(slab.look);
        CHECK_FALSE(shows_dust(slab.look));
        CHECK(total(slab.light()).a == doctest::Approx(bare.a).epsilon(1e-5).scale(0));
        slab.look = before;
    };
    unchanged([](Look& look) { look.dust.amount = 0; });
    unchanged([](Look& look) { look.tone_mapping.infrared = true; });
    unchanged([](Look& look) { look.mode = DrawMode::density; });
    unchanged([](Look& look) { look.color_by = ColorBy::speed; });
    slab.look.dust.amount = 0;
    CHECK(total(slab.light()).g == doctest::Approx(bare.g).epsilon(1e-5).scale(0));
}

TEST_CASE("the dimming by dust changes only slightly between two pictures a sixtieth of a second apart") {
    Slab slab;
    slab.set_optical_depth(1.5f);
    slab.velocities.assign(slab.positions.size(), {0, 0, 0, 0});
    for (std::size_t i = 0; i < dusty_rows; ++i)  // The slab rotates rigidly.
        slab.velocities[i] = {-slab.positions[i].y, slab.positions[i].x, 0, 0};
    slab.light();
    const std::vector<glm::vec4> first = slab.moments;
    // At the window's pace of 1.2 time units per second, 0.02 time units are a sixtieth of a second.
    slab.time_offset = 0.02f;
    slab.light();
    double change = 0, sum = 0;
    for (std::size_t i = 0; i < first.size(); ++i) {
        change += std::abs(slab.moments[i].r - first[i].r);
        sum += first[i].r;
    }
    // The slab has rotated by 1/50 radian. If clouds got new random positions, the relative change would be 0.03.
    CHECK(change < 0.015 * sum);
}

TEST_CASE("the youngest bodies of a disk are blue and bright, and the oldest bodies are red and faint") {
    const auto light_of = [](float vertical_rank, float radius) {
        ParticleScene scene;
        scene.groups = {{0, 1, Population::disk}};
        scene.coloring.stars = {.young_share = 0, .hii_share = 0};
        scene.look.dust.amount = 0;
        scene.attributes = {{0.1f, radius, 0, 0}};
        ParticleRenderer renderer = scene.renderer();
        renderer.columns().set_vertical_ranks(std::vector{vertical_rank});
        HdrPipeline hdr{built_in};
        return glm::vec3{total(collect(scene, renderer, hdr, dust_edge, dust_edge))};
    };
    const glm::vec3 young = light_of(0, 1), old = light_of(1, 1), inner = light_of(0.5f, 0), outer = light_of(0.5f, 4);
    CHECK(young.b / young.r > 1.3f * old.b / old.r);
    CHECK(young.g > 1.5f * old.g);
    CHECK(outer.b / outer.r > 1.3f * inner.b / inner.r);
    CHECK(inner.r > inner.b);  // The inner disk is yellow.
    CHECK(outer.b > outer.r);  // The outer disk is blue.
}

TEST_CASE(
    "bodies with the smallest vertical motion form a layer of half the thickness of their disk, however it is tilted") {
    // A moving exponential disk with spin axis x + z. The heights and vertical velocities of bodies have normal
    // distributions.
    std::mt19937 random{5};
    std::normal_distribution<float> normal;
    std::gamma_distribution<float> radii{2, 1};
    std::uniform_real_distribution<float> angles{0, 6.2831853f};
    const glm::vec3 axis = glm::normalize(glm::vec3{1, 0, 1}), first{0, 1, 0}, second = glm::cross(axis, first);
    ParticleSet disk;
    std::vector<float> heights;
    for (int i = 0; i < 20'000; ++i) {
        const float radius = radii(random), angle = angles(random), height = 0.1f * normal(random);
        const glm::vec3 out = std::cos(angle) * first + std::sin(angle) * second;
        const glm::vec3 place = radius * out + height * axis;
        const glm::vec3 motion = glm::cross(axis, out) + 0.05f * normal(random) * axis + glm::vec3{3, 0, 0};
        disk.positions.push_back({place.x, place.y, place.z, 1});
        disk.velocities.push_back({motion.x, motion.y, motion.z, 0});
        heights.push_back(height);
    }
    Component component{"disk", "", 0, heights.size(), 20'000};
    const VerticalRanks vertical = vertical_ranks(disk, component, {0, 0, 0});
    CHECK(vertical.axis.x == doctest::Approx(axis.x).epsilon(0.01).scale(0));
    CHECK(vertical.axis.z == doctest::Approx(axis.z).epsilon(0.01).scale(0));
    double squares = 0, cold = 0;
    for (std::size_t i = 0; i < heights.size(); ++i) {
        if (vertical.ranks[i] >= Dust{}.share) continue;
        squares += heights[i] * heights[i];
        ++cold;
    }
    // The bodies with the smallest vertical energy are cold, and their share s of all bodies is the requested share.
    // The energies are distributed exponentially. Below -ln(1 - s), the mean energy is 1 + (1 - s) ln(1 - s) / s in
    // units of the mean of all bodies, whose rms height is 0.1.
    const double share = Dust{}.share, energy = 1 + (1 - share) * std::log(1 - share) / share;
    CHECK(cold / static_cast<double>(heights.size()) == doctest::Approx(Dust{}.share).epsilon(0.05).scale(0));
    CHECK(std::sqrt(squares / cold) == doctest::Approx(std::sqrt(energy) * 0.1).epsilon(0.1).scale(0));

    component.name = "bulge";
    CHECK(vertical_ranks(disk, component, {0, 0, 0}).ranks[7] == unknown_vertical_rank);
}
