// A uniform disk is drawn smoothly, and young stars brighten and fade. Measured in pixels.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "data/base/formation.hpp"
#include "data/base/random.hpp"
#include "data/base/units.hpp"
#include "data/neighbors/star_formation.hpp"
#include "harness.hpp"

using namespace milkomeda;

namespace {

// An exponential disk of scale length 1, seen from above.
struct Disk {
    ParticleScene scene;
    std::vector<Float4> positions;
    std::vector<SmoothingKernel> spread;

    explicit Disk(std::size_t bodies) {
        Random random(21);
        scene.positions.clear();
        for (std::size_t i = 0; i < bodies; ++i) {
            // The product of two uniform random numbers gives radii with the distribution r exp(-r).
            const double radius = -std::log(random.uniform() * random.uniform()),
                         angle = 2 * std::numbers::pi * random.uniform(),
                         height = 0.1 * std::atanh(2 * random.uniform() - 1);
            const auto number = [](double x) { return static_cast<float>(x); };
            positions.push_back({number(radius * std::cos(angle)), number(radius * std::sin(angle)), number(height),
                                 1.0f / static_cast<float>(bodies)});
            scene.positions.emplace_back(positions.back().x, positions.back().y, height, positions.back().w);
        }
        const std::vector<Float4> at_rest(bodies);
        const auto [around, nearest] = surroundings(positions, {});
        spread = smoothing_kernels(around, nearest);
        for (const SmoothingKernel& kernel : spread) scene.attributes.emplace_back(kernel.length, 1, 0, 0);
        scene.ellipsoids = shapes_and_flows(positions, at_rest, nearest, spread).shapes;
        scene.groups = {{0, bodies, Population::disk}};
        scene.coloring.by = ColorBy::galaxy;
        scene.look.dust.amount = 0;
        scene.camera = {.distance = 12, .projection = Projection::orthographic};
    }

    void use_sixteenth_neighbors() {
        const std::vector<Float4> at_rest(positions.size());
        const auto [around, nearest] = surroundings(positions, {});
        for (std::size_t row = 0; row < positions.size(); ++row) scene.attributes[row].x = around[row].radius;
        scene.ellipsoids = shapes_and_flows(positions, at_rest, nearest).shapes;
    }

    // Returns the grain: the rms deviation of the logarithm of the light from the profile of the disk, between two
    // radii.
    double grain(double inner, double outer) const {
        constexpr int size = 400;
        const double pixels = pixels_per_unit_at_target(view_of(scene.camera, size, size));
        const std::vector<glm::vec4> light = light_in_square(scene, size);
        // Mean and scatter of the light in each ring around the center.
        struct Ring {
            double sum = 0, squares = 0, count = 0;
        };
        std::vector<Ring> rings(10);
        for (int y = 0; y < size; ++y)
            for (int x = 0; x < size; ++x) {
                const double radius = std::hypot(x + 0.5 - size / 2, y + 0.5 - size / 2) / pixels;
                const double place = (radius - inner) / (outer - inner) * static_cast<double>(rings.size());
                if (place < 0 || place >= static_cast<double>(rings.size())) continue;
                const double logarithm = std::log(light[static_cast<std::size_t>(y) * size + x].g) + radius;
                Ring& ring = rings[static_cast<std::size_t>(place)];
                ring.sum += logarithm;
                ring.squares += logarithm * logarithm;
                ++ring.count;
            }
        double squares = 0, count = 0;
        for (const Ring& ring : rings) {
            squares += ring.squares - ring.sum * ring.sum / ring.count;
            count += ring.count;
        }
        return std::sqrt(squares / count);
    }

    // Returns the grain expected by chance, 1 / sqrt(number of bodies in a splat). The area of a Gaussian splat is 4 pi
    // sigma^2.
    double expected_grain(double inner, double outer) const {
        double sum = 0, count = 0;
        for (std::size_t row = 0; row < positions.size(); ++row) {
            const double radius = std::hypot(positions[row].x, positions[row].y);
            if (radius < inner || radius > outer) continue;
            const Ellipsoid& e = scene.ellipsoids[row];
            const double xx = e.xx, yy = e.yy, zz = e.zz, yz = e.yz, xz = e.xz, xy = e.xy;
            const double determinant = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
            const double plane = std::sqrt(xx * yy - xy * xy) / std::cbrt(determinant);
            const double sigma2 = std::pow(0.5 * scene.attributes[row].x, 2) * plane;
            const double bodies_per_area =
                static_cast<double>(positions.size()) * std::exp(-radius) / (2 * std::numbers::pi);
            sum += 1 / (bodies_per_area * 4 * std::numbers::pi * sigma2);
            ++count;
        }
        return std::sqrt(sum / count);
    }
};

}  // namespace

TEST_CASE("a uniform disk varies in brightness only by the smoothed noise of its random body positions") {
    Disk disk(20'000);
    const double grain = disk.grain(1, 3), expected = disk.expected_grain(1, 3);
    const auto all_light = [](ParticleScene scene) {
        scene.camera.distance = 40;
        return luminance_of(total(light_in_square(scene, 400)));
    };
    const double light = all_light(disk.scene);
    disk.use_sixteenth_neighbors();
    const double before = disk.grain(1, 3);
    MESSAGE("grain " << grain << ", by chance alone " << expected << ", with kernels of sixteen neighbors " << before);
    // The tolerance is large because splats differ in width and adapt to chance clumps.
    CHECK(grain < 1.5 * expected);
    CHECK(grain < 0.1);
    CHECK(before > 2.5 * grain);
    CHECK(all_light(disk.scene) == doctest::Approx(light).epsilon(0.01).scale(0));
}

TEST_CASE("low-resolution splats give uniform light up to the edge of the picture") {
    // A uniform layer of wide bodies that extends beyond the edges of the picture.
    ParticleScene layer;
    layer.positions.clear();
    for (int y = -60; y <= 60; ++y)
        for (int x = -60; x <= 60; ++x)
            layer.positions.emplace_back(0.15f * static_cast<float>(x), 0.15f * static_cast<float>(y), 0, 1);
    layer.attributes.assign(layer.positions.size(), {0.9f, 1, 0, 0});
    layer.groups = {{0, layer.positions.size()}};
    layer.camera = {.distance = 10, .projection = Projection::orthographic};
    constexpr int size = 303;  // Width of the picture, not a multiple of the width of low-resolution pixels.
    const std::vector<glm::vec4> light = light_in_square(layer, size);
    const double middle = light[size * (size / 2) + size / 2].g;
    REQUIRE(middle > 0);
    for (int i = 0; i < size; ++i) {
        CHECK(light[static_cast<std::size_t>(i)].g == doctest::Approx(middle).epsilon(0.02).scale(0));
        CHECK(light[static_cast<std::size_t>(i) * size].g == doctest::Approx(middle).epsilon(0.02).scale(0));
        CHECK(light[static_cast<std::size_t>(i) * size + i].g == doctest::Approx(middle).epsilon(0.02).scale(0));
    }
}

TEST_CASE(
    "star clusters light up and fade smoothly, in proportion to the star formation rate, reproducibly at any time") {
    constexpr int size = 101;
    ParticleScene rows;
    constexpr std::size_t count = 30'000;
    rows.positions.assign(count, {0, 0, 0, 1});
    rows.attributes.assign(count, {0.1f, 1, 0, 0});
    rows.groups = {{0, count, Population::disk}};
    rows.look.dust.amount = 0;
    const auto light_at = [&](double spans, float rate) {
        rows.time = spans * formation_span_myr / myr_per_time;
        rows.ellipsoids.assign(count, {.xx = 10'922, .yy = 10'922, .zz = 10'922, .formation = formation_step(rate)});
        return luminance_of(total(light_in_square(rows, size)));
    };
    ParticleScene bare = rows;
    bare.coloring.stars.young_share = bare.coloring.stars.hii_share = 0;
    const double all = luminance_of(total(light_in_square(bare, size)));
    // Returns the light apart from star clusters, which also depends on the rate.
    const auto other_light = [&](float rate) {
        const auto light = [&](float of) {
            return luminance_of(glm::dvec4{light_of_component(rows.groups[0], 1, -1, of), 0});
        };
        return all * brightness_of(rows.coloring.stars).other * light(rate) / light(1);
    };
    const auto mean_share = [&](float rate) {
        double sum = 0;
        for (int i = 0; i < 20; ++i) sum += (light_at(0.35 * i, rate) - other_light(rate)) / all / 20;
        return sum;
    };
    // At any time about 1500 of 30,000 bodies have star clusters, whose brightness scatters by 1.9 times the mean. A
    // complex of clusters lives for 8 times formation_span_myr, so the mean over 7 times this span has an error of 5 %.
    const double usual = 1 - brightness_of(rows.coloring.stars).other;
    CHECK(mean_share(1) == doctest::Approx(usual).epsilon(0.27).scale(0));
    CHECK(mean_share(4) == doctest::Approx(4 * usual).epsilon(0.15).scale(0));
    CHECK(mean_share(0.001f) < 0.05 * usual);
    // The picture changes only slightly from frame to frame. The picture depends only on the displayed time, not on the
    // times displayed before.
    const double now = light_at(40.3, 1);
    CHECK(std::abs(light_at(40.302, 1) - now) < 0.002 * all);
    CHECK(light_at(40.3, 1) == now);
    // Light changes gradually: in a fiftieth of formation_span_myr, it changes by less than a quarter of its range.
    rows.groups = {{0, 1, Population::disk}};
    double before = light_at(0, 64), steepest = 0, brightest = before, darkest = before;
    for (int step = 1; step < 150; ++step) {
        const double light = light_at(0.02 * step, 64);
        steepest = std::max(steepest, std::abs(light - before));
        brightest = std::max(brightest, light);
        darkest = std::min(darkest, light);
        before = light;
    }
    CHECK(brightest > 1.1 * darkest);
    CHECK(steepest < 0.25 * (brightest - darkest));
    // No body is bright all the time: after twice formation_span_myr, other bodies are bright.
    rows.groups = {{0, 60, Population::disk}};
    bare.groups = rows.groups;
    double least = 1e9, most = 0;
    for (int i = 0; i < 12; ++i) {
        const double light = light_at(0.5 * i, 4);
        least = std::min(least, light);
        most = std::max(most, light);
    }
    CHECK(most > 1.1 * least);
}

TEST_CASE("a nebula near the camera has a limited angular size, and a nebula below this limit keeps all of its light") {
    constexpr int size = 721;
    ParticleScene row;
    row.attributes = {{0.1f, 1, 0, 0}};
    row.ellipsoids = {{.xx = 10'922, .yy = 10'922, .zz = 10'922, .formation = formation_step(64)}};
    row.groups = {{0, 1, Population::disk}};
    row.groups[0].radius = 3;
    row.look.dust.amount = 0;
    row.coloring.stars.young_share = 0, row.coloring.stars.hii_share = 0.5f;
    ParticleScene bare = row;
    bare.coloring.stars.hii_share = 0;
    const double other = brightness_of(row.coloring.stars).other;
    struct Seen {
        double light = 0, pixels = 0;  // number of pixels at least half as bright as the brightest pixel
    };
    const auto seen_from = [&](float distance) {
        row.camera.distance = bare.camera.distance = distance;
        const std::vector<glm::vec4> all = light_in_square(row, size), old = light_in_square(bare, size);
        std::vector<double> young;
        Seen seen;
        for (std::size_t i = 0; i < all.size(); ++i) {
            young.push_back(luminance_of(glm::dvec4{all[i]}) - other * luminance_of(glm::dvec4{old[i]}));
            seen.light += young.back();
        }
        const double most = std::ranges::max(young);
        for (const double light : young) seen.pixels += light > most / 2;
        return seen;
    };
    double brightest = 0, when = 0;
    for (int step = 0; step < 40; ++step) {
        row.time = 0.1 * step * formation_span_myr / myr_per_time;
        if (const double light = seen_from(40).light; light > brightest) brightest = light, when = row.time;
    }
    row.time = bare.time = when;
    REQUIRE(brightest > 0);
    // A nebula consists of at most eight Gaussians, each 0.003 radians wide.
    for (const float distance : {40.0f, 12.0f, 6.0f, 3.0f, 1.5f, 0.7f}) {
        CAPTURE(distance);
        const Seen seen = seen_from(distance);
        const double sigma = 0.003 * view_of(row.camera, size, size).pixels_at_unit_distance;
        CHECK(seen.pixels < 8 * 1.2 * 2 * std::numbers::pi * std::log(2) * sigma * sigma);
        if (distance > 10) CHECK(seen.light == doctest::Approx(brightest).epsilon(0.02).scale(0));
        CHECK(seen.light < 1.02 * brightest);
    }
}
