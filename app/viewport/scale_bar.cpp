#include "app/viewport/scale_bar.hpp"

#include <fmt/format.h>

#include "data/text/round_number.hpp"

namespace milkomeda {
std::string length_text(double kpc) {
    constexpr double rounding = 1e-9;
    if (kpc >= 1000 * (1 - rounding)) return fmt::format("{:g} Mpc", kpc / 1000);
    if (kpc < 1 - rounding) return fmt::format("{:g} pc", kpc * 1000);
    return fmt::format("{:g} kpc", kpc);
}

ScaleBar scale_bar(double pixels_per_kpc, float longest_pixels) {
    const double kpc = round_number_below(longest_pixels / pixels_per_kpc);
    return {kpc, 0, static_cast<float>(kpc * pixels_per_kpc), length_text(kpc)};
}

ScaleBar sky_scale_bar(double pixels_per_degree, float longest_pixels) {
    const double longest = longest_pixels / pixels_per_degree;
    const bool in_minutes = longest < 1;
    const double degrees = in_minutes ? round_number_below(60 * longest) / 60 : round_number_below(longest);
    return {0, degrees, static_cast<float>(degrees * pixels_per_degree),
            in_minutes ? fmt::format("{:g}'", 60 * degrees) : fmt::format("{:g}\u00b0", degrees)};
}

}  // namespace milkomeda
