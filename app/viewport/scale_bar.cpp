#include "app/viewport/scale_bar.hpp"

#include <cstdio>

#include "data/text/round_number.hpp"

namespace milkomeda {
namespace {

std::string number_with(double value, const char* unit) {
    char text[32];
    std::snprintf(text, sizeof text, "%g %s", value, unit);
    return text;
}

}  // namespace

std::string length_text(double kpc) {
    constexpr double rounding = 1e-9;
    if (kpc >= 1000 * (1 - rounding)) return number_with(kpc / 1000, "Mpc");
    if (kpc < 1 - rounding) return number_with(kpc * 1000, "pc");
    return number_with(kpc, "kpc");
}

ScaleBar scale_bar(double pixels_per_kpc, float longest_pixels) {
    const double kpc = round_number_below(longest_pixels / pixels_per_kpc);
    return {kpc, 0, static_cast<float>(kpc * pixels_per_kpc), length_text(kpc)};
}

ScaleBar sky_scale_bar(double pixels_per_degree, float longest_pixels) {
    const double longest = longest_pixels / pixels_per_degree;
    const bool in_minutes = longest < 1;
    const double degrees = in_minutes ? round_number_below(60 * longest) / 60 : round_number_below(longest);
    char text[32];
    std::snprintf(text, sizeof text, in_minutes ? "%g'" : "%g\u00b0", in_minutes ? 60 * degrees : degrees);
    return {0, degrees, static_cast<float>(degrees * pixels_per_degree), text};
}

}  // namespace milkomeda
