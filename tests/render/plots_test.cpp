// Plots are drawn into a picture, which is read back.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <vector>

#include "app/ui/plot_drawing.hpp"

using namespace milkomeda;

namespace {

std::size_t pixels_of(const Image& picture, unsigned red, unsigned green, unsigned blue) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < picture.rgba.size(); i += 4)
        count += picture.rgba[i] == red && picture.rgba[i + 1] == green && picture.rgba[i + 2] == blue;
    return count;
}

}  // namespace

TEST_CASE("points of a plot are drawn where they are, and points beyond logarithmic axes are not drawn") {
    const std::vector<double> x{1, 10, 100, 0, -1, NAN, 1e9}, y{1, 10, 100, 1, 1, 1, 1};
    const PlotAxis axis{.label = {}, .logarithmic = true, .range = Range{0.1, 1000}};
    const auto picture = [&](std::size_t count, bool large) {
        return picture_of(std::vector<Plot>{
            {.x = axis, .y = axis, .points = {{"", std::span{x}.first(count), std::span{y}.first(count), 3, large}}}});
    };
    const auto colored = [](const Image& image) { return pixels_of(image, 213, 94, 0); };
    const std::size_t one = colored(picture(1, true)), three = colored(picture(3, true));
    CHECK(one > 30);
    CHECK(three > 2.5 * static_cast<double>(one));
    CHECK(three < 3.5 * static_cast<double>(one));
    CHECK(colored(picture(7, true)) == three);
    CHECK(colored(picture(0, true)) == 0);
    // Small points are translucent.
    const Image small = picture(3, false), none = picture(0, false);
    CHECK(colored(small) == 0);
    CHECK(small.rgba != none.rgba);
}

TEST_CASE("a picture of plots contains curves, columns and text for any values") {
    std::vector<double> x, y, swing, many_x, many_y;
    for (int i = 0; i < 200; ++i) {
        x.push_back(0.1 * i);
        y.push_back(1e-7 * std::pow(10, 0.02 * i));
        swing.push_back(i / 50 == 2 ? NAN : std::sin(0.1 * i));
    }
    for (int i = 0; i < 50'000; ++i) {
        many_x.push_back(i * 4e-4);
        many_y.push_back(std::sin(i * 4e-3) + 0.2 * std::sin(i * 1.7));
    }
    const std::vector<double> edges{0, 1, 2, 3, 4, 5, 6}, low{1, 2, 3, 2, 1, 0}, high{1, 1, 1, 2, 3, 1};
    const std::vector<Plot> plots{
        {.title = "Energy error",
         .x = {"time, Myr"},
         .y = {"|E - E₀| / |E₀|", true},
         .curves = {{"energy error", x, y, 0}},
         .markers = {{4, "dt 0.02"}, {4.2, "softening"}, {12, "reset"}},
         .levels = {{1e-4, "bound"}}},
        {.x = {"time, Myr"},
         .y = {"kpc"},
         .curves = {{"with a gap", x, swing, 1, true}, {"many points", many_x, many_y, 2}}},
        {.x = {"error"},
         .y = {"bodies"},
         .columns = {{edges, {{"low", low, 3}, {"high", high, 4}}}},
         .levels = {{7, "display interval", true}}},
        {.title = "nothing yet", .x = {"time, Myr"}, .y = {"kpc"}, .curves = {{"empty", {}, {}}}},
        {.title = "far out",
         .curves = {{"", std::vector<double>{}, std::vector<double>{}}},
         .columns = {{std::span{edges}.first(1), {}}}}};
    const Image picture = picture_of(plots);
    // If MILKOMEDA_PLOTS_PNG names a file, the test writes the picture to this file for inspection.
    if (const char* const file = std::getenv("MILKOMEDA_PLOTS_PNG")) write_png(file, picture);
    CHECK(picture.width == 1000);
    CHECK(picture.height == 5 * 480);
    CHECK(pixels_of(picture, 255, 255, 255) > 1'000'000);
    // The legend alone has fewer than a hundred pixels of each color. Histogram columns fill a large part of their
    // plot.
    CHECK(pixels_of(picture, 0, 114, 178) > 300);
    CHECK(pixels_of(picture, 230, 159, 0) > 300);
    CHECK(pixels_of(picture, 0, 158, 115) > 300);
    CHECK(pixels_of(picture, 213, 94, 0) > 30'000);
    CHECK(pixels_of(picture, 204, 121, 167) > 30'000);
}
