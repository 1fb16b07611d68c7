// The draw mode `density`: colors represent the mass per area, and contours lie at their density levels.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "harness.hpp"
#include "render/particles/color_map.hpp"

using namespace milkomeda;

namespace {

constexpr int density_edge = 400;

Look as_density() {
    Look look;
    look.mode = DrawMode::density;
    return look;
}

// A square sheet of particles through the origin, seen from the front. Rows and columns of particles are `spacing`
// apart. The mass decreases along x by a factor of ten over the length `fall`.
struct Sheet {
    float spacing = 0.05f, fall = std::numeric_limits<float>::infinity();
    int half_rows = 100;
    float density = 3;  // mass per unit area at the origin
    Camera camera{.distance = 10};
    Look look = as_density();
    HdrPipeline hdr{built_in};

    std::vector<glm::vec4> positions() const {
        std::vector<glm::vec4> rows;
        for (int i = -half_rows; i <= half_rows; ++i)
            for (int j = -half_rows; j <= half_rows; ++j) {
                const glm::vec2 place = spacing * glm::vec2{i, j};
                rows.emplace_back(place, 0, density * spacing * spacing * std::pow(10.0f, -place.x / fall));
            }
        return rows;
    }

    Image picture() {
        ParticleScene scene;
        scene.positions = positions();
        // Smoothing lengths are so large that neighboring particles overlap.
        scene.attributes.assign(scene.positions.size(), {2.5f * spacing, 0, 0, 0});
        scene.groups = {{0, scene.positions.size()}};
        scene.camera = camera;
        scene.look = look;
        return resolve(scene, hdr, density_edge, density_edge);
    }
    float scale() const { return pixels_per_unit_at_target(view_of(camera, density_edge, density_edge)); }
    void hold(float low, float high) {
        look.density.automatic_limits = false;
        look.density.low = low;
        look.density.high = high;
    }
};

// Returns the density whose color in the color map is nearest to the color of this pixel.
float density_at(const Sheet& sheet, const Image& picture, int x, int y) {
    constexpr int steps = 2000;
    const ColorTable table = table_of(sheet.look.color_map);
    float nearest = std::numeric_limits<float>::max(), best = 0;
    for (int i = 0; i <= steps; ++i) {
        const float share = static_cast<float>(i) / steps;
        const float far = glm::distance(255.0f * srgb_from_linear(table.at(share)), pixel(picture, x, y));
        if (far >= nearest) continue;
        nearest = far;
        best = sheet.look.density.low * std::pow(sheet.look.density.high / sheet.look.density.low, share);
    }
    return best;
}

}  // namespace

TEST_CASE("a density map shows the mass per area, independent of the camera's distance") {
    for (const ColorMap map : {ColorMap::milkomeda, ColorMap::viridis, ColorMap::inferno, ColorMap::cividis})
        for (const float distance : {5.0f, 10.0f, 14.0f}) {
            CAPTURE(name_of(map));
            CAPTURE(distance);
            Sheet sheet;
            sheet.look.color_map = map;
            sheet.camera.distance = distance;
            sheet.hold(0.5f, 20);
            const Image picture = sheet.picture();
            // Tolerance: a color step of 1/255 is about 1 % in density, because the color map spans a factor of 40.
            // Gaussians are cut off at 1 % of their peak.
            CHECK(density_at(sheet, picture, density_edge / 2, density_edge / 2) ==
                  doctest::Approx(3).epsilon(0.04).scale(0));
            CHECK(density_at(sheet, picture, density_edge / 2 + 40, density_edge / 2 - 50) ==
                  doctest::Approx(3).epsilon(0.04).scale(0));
        }
}

TEST_CASE("a density map shows densities below the lower limit in black") {
    Sheet sheet;
    sheet.hold(3.2f, 20);
    CHECK(pixel(sheet.picture(), density_edge / 2, density_edge / 2) == glm::vec3{0});
    sheet.hold(2.8f, 20);
    CHECK(pixel(sheet.picture(), density_edge / 2, density_edge / 2) != glm::vec3{0});
}

TEST_CASE("automatic density limits are percentiles of the densities in non-empty pixels") {
    Sheet sheet;
    sheet.fall = 4;
    sheet.half_rows = 130;  // The sheet extends beyond the edges of the picture.
    sheet.picture();
    // Half of the width that the picture shows at the sheet, in length units.
    const float half = 10 * std::tan(sheet.camera.fov_radians / 2);
    const auto density = [&](float x) { return 3 * std::pow(10.0f, -x / 4); };
    const DensityLimits limits = sheet.hdr.density_limits();
    // A quarter of the picture's area is below the lower limit, and half a percent above the upper limit. Tolerance:
    // metering cells of 4 pixels span 7 % in density, and histogram bins 4 %. The outermost cells lack the light of
    // particles outside the picture.
    CHECK(std::abs(limits.low / density(half - 0.25f * 2 * half) - 1) < 0.1f);
    CHECK(std::abs(limits.high / density(-half + 0.005f * 2 * half) - 1) < 0.1f);
}

TEST_CASE("locked density limits stay constant, and contours lie where the density equals their levels") {
    Sheet sheet;
    sheet.fall = 4;
    sheet.look.color_map = ColorMap::viridis;
    sheet.hold(0.01f, 100);
    const Image bare = sheet.picture();
    sheet.look.density.contours = true;
    sheet.look.density.contour_step = 0.5f;
    const Image lined = sheet.picture();
    CHECK(sheet.hdr.density_limits().low == 0.01f);

    // In the middle row the contour level 10^(k/2) lies at x = 4 log10(3) - 2 k.
    for (int k = 0; k <= 1; ++k) {
        const float x = 4 * std::log10(3.0f) - 2 * static_cast<float>(k);
        const int expected = static_cast<int>(std::lround(density_edge / 2.0f + x * sheet.scale() - 0.5f));
        int brightest = 0;
        float most = 0;
        for (int at = expected - 15; at <= expected + 15; ++at) {
            const glm::vec3 added = pixel(lined, at, density_edge / 2) - pixel(bare, at, density_edge / 2);
            if (added.r + added.g + added.b > most) most = added.r + added.g + added.b, brightest = at;
        }
        CHECK(most > 60);
        // Tolerance: smoothing an exponential profile shifts its contour lines, by at most 2 pixels here.
        CHECK(std::abs(brightest - expected) <= 2);
        // Lines are one pixel wide, so the picture is unchanged a few pixels beside the brightest pixel.
        CHECK(glm::distance(pixel(lined, brightest + 4, density_edge / 2),
                            pixel(bare, brightest + 4, density_edge / 2)) < 3);
    }
}

TEST_CASE("a density map without mass is black, with and without contours") {
    Sheet sheet;
    sheet.density = 0;
    sheet.look.density.contours = true;
    for (const DrawMode mode : {DrawMode::density, DrawMode::stars}) {
        sheet.look.mode = mode;
        const Image picture = sheet.picture();
        CHECK(pixel(picture, density_edge / 2, density_edge / 2) == glm::vec3{0});
    }
}
