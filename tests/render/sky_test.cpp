// The sky background must have the right brightness and no seams. The tests measure HDR light before tone mapping.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "data/base/units.hpp"
#include "harness.hpp"
#include "render/particles/sky_edge.hpp"
#include "render/sky/backdrop.hpp"
#include "render/sky/sky_catalog.hpp"

using namespace milkomeda;

namespace {

struct Sky {
    Backdrop backdrop{built_in};
    DustScreen no_dust;

    // Returns the light of each pixel of the sky background; `view` gives the size of the picture.
    std::vector<glm::vec4> light(const View& view, float area_scale, float amount = 1, const SkyEdge* edge = nullptr) {
        const LightTarget target{"test", static_cast<int>(view.width), static_cast<int>(view.height)};
        no_dust.clear();
        target.bind();
        target.clear();
        backdrop.draw(view, {0, 0}, area_scale, amount, no_dust);
        if (edge != nullptr) edge->cut(view, {0, 0}, true);
        CHECK(glGetError() == GL_NO_ERROR);
        return pixels_of(target);
    }
    std::vector<glm::vec4> light(const Camera& camera, int width, int height, float amount = 1) {
        const View view = view_of(camera, width, height);
        const float scale = pixels_per_unit_at_target(view);
        return light(view, scale * scale, amount);
    }
};

double mean_brightness(const std::vector<glm::vec4>& pixels, const View& view) {
    const double scale = pixels_per_unit_at_target(view);
    return total(pixels).g / static_cast<double>(pixels.size()) * scale * scale;
}

// Returns the light of an all-sky map in patches to the right and left of the longitude `middle`. Each patch is `wide`
// degrees wide at the equator and 20 degrees high.
std::vector<double> patches_around(const std::vector<glm::vec4>& pixels, const View& view, double middle, double wide) {
    constexpr int patches = 7;  // The patches cover latitudes from -70 to 70 degrees.
    std::vector<double> light(2 * patches, 0);
    const int width = static_cast<int>(view.width), height = static_cast<int>(view.height);
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column) {
            // The inverse Hammer projection converts the pixel to longitude and latitude.
            const double x = (column + 0.5 - width / 2) / view.pixels_at_unit_distance,
                         y = (row + 0.5 - height / 2) / view.pixels_at_unit_distance, z2 = 1 - x * x / 16 - y * y / 4;
            if (z2 < 0.5) continue;  // Pixels outside the map are skipped.
            const double z = std::sqrt(z2), longitude = 2 * std::atan2(z * x, 2 * (2 * z2 - 1)),
                         latitude = glm::degrees(std::asin(std::clamp(z * y, -1.0, 1.0)));
            const double from_middle = std::remainder(glm::degrees(longitude) - middle, 360);
            if (std::abs(from_middle) > wide || std::abs(latitude) >= 70) continue;
            light[static_cast<std::size_t>((latitude + 70) / 20) + (from_middle > 0 ? patches : 0)] +=
                pixels[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                       static_cast<std::size_t>(column)]
                    .g;
        }
    return light;
}

}  // namespace

TEST_CASE("the background sky is far darker than galaxies, and a setting multiplies its brightness") {
    Sky sky;
    const Camera camera{.yaw = 0.3f, .distance = 20};
    const View view = view_of(camera, 960, 540);
    const std::vector<glm::vec4> pixels = sky.light(camera, 960, 540);
    const double mean = v_magnitudes(mean_brightness(pixels, view));
    // Surface brightness in magnitudes per square arcsecond. Clearly visible light has 20 to 23, and all galaxies of
    // the real sky together have about 27.
    CHECK(mean > 26);
    CHECK(mean < 31);
    std::size_t dark = 0;
    for (const glm::vec4& pixel : pixels) dark += pixel.g == 0;
    CHECK(dark > pixels.size() / 2);
    CHECK(total(pixels).a == 0);  // The sky adds no mass to alpha.
    CHECK(total(sky.light(camera, 960, 540, 2)).g == doctest::Approx(2 * total(pixels).g).epsilon(1e-4).scale(0));
}

TEST_CASE("the brightness of the background sky does not depend on picture size or camera position") {
    Sky sky;
    const Camera camera{.distance = 20}, elsewhere{.distance = 5, .target = {3, 1, -2}};
    const auto level = [&](const Camera& from, int width, int height) {
        return mean_brightness(sky.light(from, width, height), view_of(from, width, height));
    };
    const double usual = level(camera, 960, 540);
    // At this picture size, pixels are smaller than stars, and the sky is 13 % brighter.
    CHECK(level(camera, 1920, 1080) == doctest::Approx(usual).epsilon(0.15).scale(0));
    CHECK(level(elsewhere, 960, 540) == doctest::Approx(usual).epsilon(0.02).scale(0));
}

TEST_CASE("far galaxies are drawn at most as large as requested") {
    Sky sky;
    const Camera camera{.yaw = 0.3f, .distance = 20};
    const View view = view_of(camera, 960, 540);
    const auto light_at_most = [&](float largest_size) {
        const LightTarget target{"test", 960, 540};
        sky.no_dust.clear();
        target.bind();
        target.clear();
        sky.backdrop.draw(view, {0, 0}, 1, 1, sky.no_dust, largest_size);
        return total(pixels_of(target)).g;
    };
    CHECK(light_at_most(1) == doctest::Approx(light_at_most(0.0025f)).epsilon(1e-6).scale(0));
    CHECK(light_at_most(0.0008f) < 0.9 * light_at_most(1));
    CHECK(light_at_most(0.0004f) < light_at_most(0.0008f));
}

TEST_CASE("an all-sky map continues across its seam without a jump") {
    Sky sky;
    const SkyEdge edge{built_in};
    const auto map = [&](float yaw) {
        const View view =
            view_of({.yaw = yaw, .distance = 1, .projection = Projection::hammer, .in_sky = true}, 3000, 1500);
        const float scale = pixels_per_unit_at_target(view);
        return std::pair{sky.light(view, scale * scale, 1, &edge), view};
    };
    constexpr float half_turn = 3.14159265f;
    const auto [ahead, view] = map(0);
    const auto [behind, same_view] = map(half_turn);
    // Each pair has the width of the patches in degrees and the largest permitted share of light cut off at the seam.
    // The measured shares are 7 % and 2 %.
    for (const auto& [wide, cut] : {std::pair{3.0, 0.09}, {12.0, 0.03}}) {
        CAPTURE(wide);
        const std::vector<double> at_edges = patches_around(ahead, view, 180, wide),
                                  in_middle = patches_around(behind, view, 0, wide);
        double sum = 0, differences = 0;
        for (std::size_t i = 0; i < in_middle.size(); ++i) {
            sum += in_middle[i];
            differences += std::abs(at_edges[i] - in_middle[i]);
        }
        MESSAGE("differ by " << differences / sum);
        CHECK(sum > 0);
        CHECK(differences < cut * sum);
    }
}

TEST_CASE("at low resolution the background sky shows fewer objects, not wider objects") {
    Sky sky;
    const Camera camera{.yaw = 0.3f, .distance = 20};
    // Returns the share of the picture that is brighter than `magnitudes`.
    const auto bright_share = [&](int width, int height, double magnitudes) {
        const View view = view_of(camera, width, height);
        const double scale = pixels_per_unit_at_target(view), seen = luminosity_per_area(magnitudes);
        double bright = 0;
        const std::vector<glm::vec4> pixels = sky.light(camera, width, height);
        for (const glm::vec4& pixel : pixels) bright += pixel.g * scale * scale > seen;
        return bright / static_cast<double>(pixels.size());
    };
    for (const double magnitudes : {23.5, 25.5, 26.5}) {
        CAPTURE(magnitudes);
        const double fine = bright_share(1280, 720, magnitudes);
        CHECK(fine > 1e-4);
        CHECK(bright_share(640, 360, magnitudes) < 1.1 * fine);
        // If an HDR pixel is as wide as four picture pixels, the HDR buffer of a window of 1280 x 720 pixels has this
        // size.
        CHECK(bright_share(320, 180, magnitudes) < 1.1 * fine);
    }
}
