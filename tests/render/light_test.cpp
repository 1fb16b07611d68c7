// HDR light of particles, and tone mapping, measured in pixels.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "harness.hpp"
#include "render/look/presets.hpp"
#include "render/particles/color_map.hpp"

using namespace milkomeda;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int light_edge = 301;

// Particles of total mass 2, with a camera and a look.
struct Studio : ParticleScene {
    float smoothing_length = 0.2f;
    int size = light_edge;
    HdrPipeline hdr{built_in};

    Studio() { positions = {{0, 0, 0, 2}}; }

    // Returns the light of all particles before tone mapping.
    std::vector<glm::vec4> collect() {
        settle();
        ParticleRenderer drawer = renderer();
        return milkomeda::collect(*this, drawer, hdr, size, size);
    }
    Image picture(const Adaptation& adaptation = own_light) {
        settle();
        return resolve(*this, hdr, size, size, adaptation);
    }

  private:
    void settle() {
        velocities.assign(positions.size(), {0, 0, 1, 0});
        attributes.assign(positions.size(), {smoothing_length, 0, 0, 0});
        groups = {{0, positions.size()}};
    }
};

// Tone maps uniform light with the value `light` in every pixel.
Image even_picture(HdrPipeline& hdr, const Look& look, const glm::vec3& light, int size = 64,
                   const Adaptation& adaptation = own_light) {
    OffscreenTarget target = black_target(size, size);
    hdr.begin(size, size);
    glClearColor(light.r, light.g, light.b, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    hdr.resolve(look, 1, adaptation);
    return target.read();
}

glm::dvec3 mean(const Image& picture) {
    glm::dvec3 sum{0};
    for (std::size_t i = 0; i < picture.rgba.size(); i += 4)
        sum += glm::dvec3{picture.rgba[i], picture.rgba[i + 1], picture.rgba[i + 2]};
    return sum / (static_cast<double>(picture.rgba.size()) / 4);
}

// Converts linear light to sRGB by IEC 61966-2-1, 0 to 255.
double srgb(double linear) {
    return 255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055);
}

// Returns a look without bloom, whose exposure makes light of 1 clearly visible.
Look plain_look() {
    Look look;
    look.tone_mapping.automatic_exposure = false;
    look.tone_mapping.key_luminance = 1;
    look.tone_mapping.bloom = 0;
    look.tone_mapping.local_contrast = 0;
    return look;
}

}  // namespace

TEST_CASE("tone mapping a part of a picture gives the same pixels as tone mapping the whole picture") {
    Studio studio;
    studio.positions = {{0, 0, 0, 2}, {1, 1, 0, 1}, {-1, 0.5f, 0, 3}};
    studio.look.tone_mapping.bloom = 0.3f;
    const int size = studio.size;
    const PixelArea seen{{100, 31}, {250, 200}};  // The y coordinate points upward.
    for (const int pixel : {1, 2, 4}) {
        const auto developed = [&](const std::optional<PixelArea>& area) {
            studio.collect();
            OffscreenTarget target = black_target(size, size);
            studio.hdr.begin(size, size, pixel);
            glClearColor(0.1f, 0.2f, 0.3f, 1);
            glClear(GL_COLOR_BUFFER_BIT);
            const glm::ivec2 collected = collected_size(size, size, pixel);
            studio.renderer().draw(view_of(studio.camera, collected.x, collected.y), studio.look, studio.frame());
            studio.hdr.resolve(studio.look, 1, own_light, nullptr, area);
            return target.read();
        };
        const Image whole = developed({}), part = developed(seen);
        int different = 0, black = 0;
        for (int y = 0; y < size; ++y)
            for (int x = 0; x < size; ++x) {
                const bool is_seen =
                    x >= seen.least.x && x < seen.most.x && size - 1 - y >= seen.least.y && size - 1 - y < seen.most.y;
                different += is_seen && milkomeda::pixel(whole, x, y) != milkomeda::pixel(part, x, y);
                black += !is_seen && milkomeda::pixel(part, x, y) == glm::vec3{0};
            }
        CAPTURE(pixel);
        CHECK(different == 0);
        CHECK(black == size * size - seen.size().x * seen.size().y);
    }
}

TEST_CASE("a refined picture shows the mean light of its drawings, and keeps the mean when it is complete") {
    HdrPipeline hdr{built_in};
    constexpr int size = 64;
    const auto light_after = [&](float drawn, const Refinement& refinement) {
        OffscreenTarget target = black_target(size, size);
        hdr.begin(size, size);
        glClearColor(drawn, 2 * drawn, 0, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        hdr.resolve(plain_look(), 1, {.seconds = 0, .refinement = refinement});
        CHECK(glGetError() == GL_NO_ERROR);
        return pixels_of(hdr.light())[size + 1];
    };
    CHECK(light_after(5, {0}).r == doctest::Approx(5));
    CHECK(light_after(1, {0}).r == doctest::Approx(1));  // The first drawing replaces earlier light.
    CHECK(light_after(3, {1}).r == doctest::Approx(2));
    const glm::vec4 mean = light_after(5, {2});
    CHECK(mean.r == doctest::Approx(3));
    CHECK(mean.g == doctest::Approx(6));
    CHECK(mean.a == doctest::Approx(1));
    CHECK(light_after(100, {3, true}) == mean);
}

TEST_CASE("the light of one particle does not depend on its size, from a tenth of a pixel upward") {
    Studio studio;
    const double expected = 2 * light_per_mass(Population::unknown);
    // The Gaussian is drawn 2 x 2.83 sigma wide. Sigma is half of the smoothing length 0.2, so the width is 0.57.
    const float pixels_at_unit_distance = view_of(studio.camera, light_edge, light_edge).pixels_at_unit_distance;
    for (float pixels : {0.1f, 0.3f, 0.9f, 1.0f, 2.0f, 2.7f, 3.0f, 3.5f, 4.0f, 5.0f, 8.0f, 20.0f, 50.0f}) {
        CAPTURE(pixels);
        studio.camera.distance = 0.57f * pixels_at_unit_distance / pixels;
        const glm::dvec4 light = total(studio.collect());
        // Sampling at pixel centers has an error of up to 1 %, measured over all positions in a pixel.
        CHECK(luminance_of(light) == doctest::Approx(expected).epsilon(0.02).scale(0));
        CHECK(light.a == doctest::Approx(2).epsilon(0.02).scale(0));
    }
}

TEST_CASE("the light of a particle near the camera is spread over its smoothing length") {
    Studio studio;
    const float pixels_at_unit_distance = view_of(studio.camera, light_edge, light_edge).pixels_at_unit_distance;
    for (float pixels : {6.0f, 12.0f, 50.0f}) {
        CAPTURE(pixels);
        studio.camera.distance = 0.57f * pixels_at_unit_distance / pixels;
        glm::vec4 most{0};
        for (const glm::vec4& pixel : studio.collect()) most = glm::max(most, pixel);
        // The drawn Gaussian is reduced by its edge value exp(-4) and then normalized, so its peak is 1.08 times as
        // high.
        const double sigma = 0.5 * 0.2 / 0.57 * pixels;
        const double peak = 2 / (2 * 3.14159265 * sigma * sigma) * 1.08;
        CHECK(most.a < 1.02 * peak);  // Sampling at pixel centers has an error of 1 %.
        CHECK(most.a > 0.85 * peak);  // The peak may lie between two pixel centers.
    }
}

TEST_CASE("the light of one particle does not depend on its position within a pixel") {
    for (float smoothing_length : {0.02f, 0.04f, 0.045f, 0.05f, 0.06f, 0.2f, 0.5f}) {
        CAPTURE(smoothing_length);
        Studio studio;
        studio.smoothing_length = smoothing_length;
        const float pixel = 10 / view_of(studio.camera, light_edge, light_edge).pixels_at_unit_distance;
        for (int place = 0; place < 12; ++place) {
            studio.positions[0].x = pixel * 0.0837f * static_cast<float>(place);
            studio.positions[0].y = pixel * 0.0619f * static_cast<float>(place);
            CHECK(total(studio.collect()).a == doctest::Approx(2).epsilon(0.02).scale(0));
        }
    }
}

TEST_CASE("the light of a particle decreases with the square of its distance") {
    Studio studio;
    studio.positions = {{0, 0, -10, 2}};  // The particle is twice as far from the camera as the target.
    CHECK(total(studio.collect()).a == doctest::Approx(2.0 / 4).epsilon(0.02).scale(0));
}

TEST_CASE("diffraction spikes keep the total light of their stars") {
    Studio studio;
    // About ten of these bodies are bright enough to have spikes.
    studio.positions.assign(3000, {0, 0, 0, 1.0f / 3000});
    const std::vector<glm::vec4> without = studio.collect();
    studio.look.tone_mapping.streaks = 0.5f;
    const std::vector<glm::vec4> with = studio.collect();
    for (int channel = 0; channel < 4; ++channel)
        CHECK(total(with)[channel] == doctest::Approx(total(without)[channel]).epsilon(0.02).scale(0));
    const std::size_t center = static_cast<std::size_t>(light_edge) * (light_edge / 2) + light_edge / 2;
    CHECK(without[center + 8].g == 0);
    CHECK(with[center + 8].g > 0);
    CHECK(with[center + 8 * light_edge].g == doctest::Approx(with[center + 8].g).epsilon(1e-3).scale(0));
    CHECK(with[center + 8 * light_edge + 8].g == 0);
}

TEST_CASE("in infrared light, disks and bulges of equal mass are equally bright and have colors of the color map") {
    CHECK(light_per_mass(Population::disk) > light_per_mass(Population::bulge));
    CHECK(light_per_mass(Population::disk, true) == light_per_mass(Population::bulge, true));
    CHECK(light_per_mass(Population::halo, true) < 0.1f);

    HdrPipeline hdr{built_in};
    Look look = plain_look();
    look.tone_mapping.infrared = true;
    for (const ColorMap map : {ColorMap::inferno, ColorMap::viridis}) {
        look.color_map = map;
        const float light = 0.5f;
        const double gain = look.tone_mapping.faint_gain, white = std::exp2(look.tone_mapping.range_stops);
        const double brightness = srgb(std::asinh(gain * light) / std::asinh(gain * white)) / 255;
        const glm::vec3 expected = table_of(map).at(static_cast<float>(brightness));
        const glm::dvec3 shown = mean(even_picture(hdr, look, glm::vec3{light}));
        for (int channel = 0; channel < 3; ++channel)
            // Tolerance: the float arithmetic of the shader and of this test differ.
            CHECK(std::abs(shown[channel] - srgb(expected[channel])) < 1);
    }
}

TEST_CASE("the surface brightness of a galaxy does not depend on distance or picture size") {
    Studio studio;
    studio.look = plain_look();
    studio.positions.clear();
    // A sunflower pattern distributes particles uniformly on a disk of radius 3.
    for (int i = 0; i < 20'000; ++i) {
        const float angle = 2.3999632f * static_cast<float>(i);
        const float radius = 3 * std::sqrt((static_cast<float>(i) + 0.5f) / 20'000);
        studio.positions.emplace_back(radius * std::cos(angle), radius * std::sin(angle), 0, 1e-3f);
    }
    studio.smoothing_length = 0.1f;
    const auto middle = [&studio] {
        const Image picture = studio.picture();
        double sum = 0;
        for (int y = -4; y <= 4; ++y)
            for (int x = -4; x <= 4; ++x)
                sum += picture.rgba[4 * (static_cast<std::size_t>(picture.height / 2 + y) * picture.width +
                                         picture.width / 2 + x) +
                                    1];
        return sum / 81;
    };
    const double usual = middle();
    CHECK(usual > 60);
    CHECK(usual < 200);
    for (const auto& [distance, size] :
         {std::pair{2.5f, light_edge}, {5.0f, light_edge}, {20.0f, light_edge}, {10.0f, 601}}) {
        CAPTURE(distance);
        CAPTURE(size);
        studio.camera.distance = distance;
        studio.size = size;
        // Tolerance: near the camera, single bodies become visible.
        CHECK(middle() == doctest::Approx(usual).epsilon(0.03).scale(0));
    }
}

TEST_CASE("bloom spreads light and keeps the total light constant") {
    Bloom bloom{built_in};
    LightTarget light{"test", 639, 362};  // neither width nor height is a multiple of four
    light.bind();
    light.clear();
    glEnable(GL_SCISSOR_TEST);
    glScissor(320, 180, 4, 4);
    glClearColor(1, 2, 3, 4);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
    bloom.reduce(light);
    for (float wide_share : {0.0f, 0.5f, 1.0f}) {
        CAPTURE(wide_share);
        bloom.spread(wide_share);
        const LightTarget& spread = bloom.result();
        const std::vector<glm::vec4> pixels = pixels_of(spread);
        const double area = bloom.result_pixel() * bloom.result_pixel();
        // A Gaussian cut off at 2.5 sigma loses 1 % of its light.
        for (int channel = 0; channel < 4; ++channel)
            CHECK(total(pixels)[channel] * area == doctest::Approx(16 * (channel + 1)).epsilon(0.01).scale(0));
        float most = 0;
        for (const glm::vec4& pixel : pixels) most = std::max(most, pixel.r);
        CHECK(most < 0.7f);
        // In the corner, far from the bright pixel, there is almost no light.
        CHECK(pixels_of(spread)[0].r < 1e-3f);
    }
}

TEST_CASE("the light meter finds the key luminance, the brightness of the brightest pixels and the density limits") {
    std::vector<glm::vec4> cells(10'000, glm::vec4{0});
    // The 1000 pixels of brightness 1 have a total light of 1000, and the 100 pixels of brightness 4 have 400.
    for (std::size_t i = 0; i < 1000; ++i) cells[i] = {1, 1, 1, 10};
    for (std::size_t i = 1000; i < 1100; ++i) cells[i] = {4, 4, 4, 40};
    // The ten pixels of brightness 60 have a total light of 600. Pixels brighter than the key luminance give less than
    // three quarters of all light, 1500 of 2000. Pixels brighter than 1 give 1000, so `key` is 1, times the scale 3.
    for (std::size_t i = 1100; i < 1110; ++i) cells[i] = {60, 60, 60, 500};
    const double bin = std::exp2(1.0 / 16);  // width of a histogram bin as a factor
    const Metering found = measure(cells, 3);
    CHECK(found.key == doctest::Approx(3).epsilon(bin - 1).scale(0));
    // The result `bright` is the brightness that 0.3 % of the pixels exceed. Ten of 10,000 pixels (0.1 %) are brighter
    // than 4, and 110 pixels (1.1 %) have at least the brightness 4, so `bright` is 4, times the scale 3.
    CHECK(found.bright == doctest::Approx(12).epsilon(bin - 1).scale(0));
    CHECK(found.least_density == doctest::Approx(30).epsilon(bin - 1).scale(0));
    // The ten densest of the 1110 non-empty pixels are 0.9 %, more than the limit of 0.5 %.
    CHECK(found.most_density == doctest::Approx(1500).epsilon(bin - 1).scale(0));

    for (float broken : {0.0f, -1.0f, std::numeric_limits<float>::quiet_NaN()}) {
        const std::vector<glm::vec4> dark(100, glm::vec4{broken});
        CHECK(measure(dark, 1).key == 0);
    }
    CHECK(measure({}, 1).key == 0);
}

TEST_CASE("the exposure adapts to the first picture at once and to later pictures smoothly, at any frame rate") {
    Exposure exposure;
    exposure.follow({.key = 2, .bright = 8}, 0);
    CHECK(exposure.key() == 2);
    exposure.follow({}, infinity);  // A dark picture does not change the exposure.
    CHECK(exposure.key() == 2);

    Exposure coarse = exposure;
    coarse.follow({.key = 32, .bright = 128}, 0.5);
    // After one time constant, the exposure has changed by 1 - 1/e of the requested four stops.
    CHECK(std::log2(coarse.key() / 2) == doctest::Approx(4 * (1 - std::exp(-1.0))).epsilon(1e-4).scale(0));
    for (int frame = 0; frame < 50; ++frame) exposure.follow({.key = 32, .bright = 128}, 0.01);
    CHECK(exposure.key() == doctest::Approx(coarse.key()).epsilon(1e-3).scale(0));
    for (int frame = 0; frame < 500; ++frame) exposure.follow({.key = 32, .bright = 128}, 0.01);
    CHECK(exposure.key() == doctest::Approx(32).epsilon(1e-3).scale(0));
    exposure.follow({.key = 1, .bright = 1}, infinity);
    CHECK(exposure.key() == 1);
}

TEST_CASE("with automatic exposure, multiplying all light does not change the picture") {
    HdrPipeline hdr{built_in};
    Look look;
    const glm::dvec3 usual = mean(even_picture(hdr, look, {1, 1, 1}));
    CHECK(usual.g > 50);
    const glm::dvec3 stronger = mean(even_picture(hdr, look, glm::vec3{1e4f}, 64, {0.02, true}));
    CHECK(stronger.g > usual.g + 30);  // The exposure has not yet adapted to the stronger light.
    // Tolerance: metering bins are a sixteenth of a stop wide, which corresponds to up to two color steps of 1/255.
    for (int frame = 0; frame < 300; ++frame) even_picture(hdr, look, glm::vec3{1e4f}, 64, {0.02, frame % 2 == 0});
    CHECK(std::abs(mean(even_picture(hdr, look, glm::vec3{1e4f}, 64, {0.02, true})).g - usual.g) < 2);

    look.tone_mapping.automatic_exposure = false;  // Locks the exposure at its adapted value.
    look.tone_mapping.key_luminance = hdr.key_luminance();
    CHECK(std::abs(mean(even_picture(hdr, look, glm::vec3{1e4f})).g - usual.g) < 2);
    CHECK(mean(even_picture(hdr, look, glm::vec3{1})).g < 2);
}

TEST_CASE("tone curves agree with their formulas in sRGB") {
    for (const float light : {0.001f, 0.01f, 0.1f, 0.5f, 1.0f, 3.0f, 10.0f}) {
        CAPTURE(light);
        HdrPipeline hdr{built_in};
        Look look = plain_look();
        const auto shown = [&] { return mean(even_picture(hdr, look, glm::vec3{light})).g; };
        // Tolerance: half a color step of 1/255. Dithering does not change the mean.
        const double gain = look.tone_mapping.faint_gain;
        const double white = std::exp2(look.tone_mapping.range_stops);
        CHECK(std::abs(shown() - srgb(std::min(1.0, std::asinh(gain * light) / std::asinh(gain * white)))) < 0.5);
        look.tone_mapping.curve = ToneCurve::exponential;
        CHECK(std::abs(shown() - srgb(1 - std::exp(-0.25 * light))) < 0.5);
        look.tone_mapping.curve = ToneCurve::aces;
        const double x = 0.4 * light;
        const double aces = x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
        CHECK(std::abs(shown() - srgb(std::min(1.0, aces))) < 0.5);
    }
}

TEST_CASE("one stop of exposure doubles the light, and the asinh curve keeps color ratios") {
    HdrPipeline hdr{built_in};
    Look look = plain_look();
    const glm::dvec3 twice = mean(even_picture(hdr, look, glm::vec3{2}));
    look.tone_mapping.exposure_stops = 1;
    CHECK(glm::length(mean(even_picture(hdr, look, glm::vec3{1})) - twice) < 0.1);

    const glm::vec3 orange{0.5f, 0.25f, 0.125f};
    for (float strength : {0.01f, 0.1f, 1.0f}) {
        const glm::dvec3 shown = mean(even_picture(hdr, look, strength * orange));
        const auto linear = [](double value) {
            return value <= 0.04045 * 255 ? value / 255 / 12.92 : std::pow((value / 255 + 0.055) / 1.055, 2.4);
        };
        // Tolerance: in a dark picture half a color step is a tenth of the blue light.
        CHECK(linear(shown.r) / linear(shown.g) == doctest::Approx(2).epsilon(0.1).scale(0));
        CHECK(linear(shown.g) / linear(shown.b) == doctest::Approx(2).epsilon(0.1).scale(0));
    }
}

TEST_CASE("dithering shows light between two 8-bit steps as a mixture of both steps") {
    HdrPipeline hdr{built_in};
    Look look = plain_look();
    look.tone_mapping.curve = ToneCurve::exponential;
    for (const double step : {20.25, 20.5, 20.75}) {
        const double encoded = step / 255;
        const double linear = std::pow((encoded + 0.055) / 1.055, 2.4);
        const auto light = static_cast<float>(-std::log(1 - linear) / 0.25);
        const Image picture = even_picture(hdr, look, glm::vec3{light}, 256);
        // Tolerance: pow() on a GPU has an error of about 1e-4, which is 0.05 color steps here.
        CHECK(std::abs(mean(picture).g - step) < 0.1);
        for (std::size_t i = 1; i < picture.rgba.size(); i += 4)
            REQUIRE((picture.rgba[i] == 20 || picture.rgba[i] == 21));
    }
}

TEST_CASE("an empty scene is black, and a particle at a NaN position changes no light of valid particles") {
    Studio studio;
    studio.positions = {{0, 0, 0, 0}};
    CHECK(mean(studio.picture()).g < 0.5);  // Dithering alone gives values up to 0.5.

    const float nan = std::numeric_limits<float>::quiet_NaN();
    studio.positions = {{0, 0, 0, 1}, {nan, 0, 0, 1}, {0, nan, nan, 1}};
    CHECK(total(studio.collect()).a == doctest::Approx(1).epsilon(0.02).scale(0));
}

TEST_CASE("a preset changes only its own settings, and the look then matches this preset") {
    CHECK(preset_of(Look{}) == Preset::photograph);
    for (const std::string_view name : names<Preset>) {
        CAPTURE(name);
        const auto preset = value_named<Preset>(name);
        REQUIRE(preset.has_value());
        Look look;
        look.point_size = 2;
        look.sprite_color = {1, 0, 0};
        look = with_preset(look, *preset);
        CHECK(preset_of(look) == preset);
        CHECK(look.point_size == 2);
        CHECK(look.sprite_color == glm::vec3{1, 0, 0});
        look.tone_mapping.bloom += 0.01f;
        CHECK(preset_of(look) != preset);
    }
    CHECK_FALSE(value_named<Preset>("painting").has_value());
    CHECK_FALSE(is_hdr(with_preset({}, Preset::points).mode));
}

TEST_CASE("local contrast reveals structure in bright regions, and changes neither dark regions nor edges") {
    HdrPipeline hdr{built_in};
    constexpr int width = 320, height = 180, plateau = 100;  // sizes in pixels
    // The left part of the picture is a bright plateau with stripes of light 30 and 36; light of 1 is clearly visible.
    // The right part has the faint light 0.2.
    const auto picture = [&](float local_contrast) {
        Look look = plain_look();
        look.tone_mapping.local_contrast = local_contrast;
        OffscreenTarget target = black_target(width, height);
        hdr.begin(width, height);
        glEnable(GL_SCISSOR_TEST);
        for (int x = 0; x < width; ++x) {
            const float light = x >= plateau ? 0.2f : (x / 4) % 2 == 0 ? 30.0f : 36.0f;
            glScissor(x, 0, 1, height);
            glClearColor(light, light, light, 1);
            glClear(GL_COLOR_BUFFER_BIT);
        }
        glDisable(GL_SCISSOR_TEST);
        hdr.resolve(look, 1, own_light);
        return target.read();
    };
    const Image without = picture(0), with = picture(0.6f);
    const auto shown = [](const Image& image, int x) { return pixel(image, x, height / 2).g; };
    const auto contrast = [&](const Image& image) { return shown(image, 54) - shown(image, 50); };
    CHECK(contrast(with) > 1.5f * contrast(without));
    CHECK(shown(with, 50) < 230);  // Without local contrast the plateau would be nearly white.
    CHECK(std::abs(shown(with, 300) - shown(without, 300)) <= 1);
    // The faint part keeps its brightness up to the edge of the plateau. A change within the tolerance is invisible
    // beside an edge of seven stops.
    for (int x = plateau + 1; x < width; ++x) CHECK(std::abs(shown(with, x) - shown(without, x)) < 8);
    for (int x = 8; x < plateau - 1; ++x) CHECK(shown(with, x) > 2 * shown(with, plateau + 2));
}
