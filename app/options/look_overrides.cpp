#include "app/options/look_overrides.hpp"

#include <charconv>
#include <cmath>
#include <stdexcept>

#include "data/base/units.hpp"

namespace milkomeda {

Look with_overrides(Look look, const LookOverrides& wish) {
    const auto take = [](const auto& wanted, auto& value) {
        if (wanted) value = *wanted;
    };
    if (wish.preset) look = with_preset(look, *wish.preset);
    take(wish.mode, look.mode);
    take(wish.color_by, look.color_by);
    take(wish.color_map, look.color_map);
    take(wish.point_size, look.point_size);
    take(wish.brightness, look.brightness);
    take(wish.automatic_exposure, look.tone_mapping.automatic_exposure);
    take(wish.middle, look.tone_mapping.middle);
    take(wish.exposure_stops, look.tone_mapping.exposure_stops);
    take(wish.curve, look.tone_mapping.curve);
    take(wish.bloom, look.tone_mapping.bloom);
    take(wish.streaks, look.tone_mapping.streaks);
    if (wish.density_limits) {
        look.density.automatic_limits = false;
        look.density.low = wish.density_limits->front();
        look.density.high = wish.density_limits->back();
    }
    take(wish.stereo, look.stereo);
    return look;
}

void parse_exposure(const std::string& text, LookOverrides& wish) {
    constexpr float most_stops = 12, brightest = 0, faintest = 40;
    if (text == "auto") {
        wish.automatic_exposure = true;
        return;
    }
    const bool relative = text.starts_with('+') || text.starts_with('-');
    const char* const begin = text.data() + (text.starts_with('+') ? 1 : 0);
    const char* const end = text.data() + text.size();
    float number = 0;
    const auto [rest, error] = std::from_chars(begin, end, number);
    const bool read = error == std::errc{} && rest == end && std::isfinite(number) && !text.starts_with("+-");
    if (read && relative && std::abs(number) <= most_stops) {
        wish.automatic_exposure = true;
        wish.exposure_stops = number;
    } else if (read && !relative && number >= brightest && number <= faintest) {
        wish.automatic_exposure = false;
        wish.middle = static_cast<float>(luminosity_per_area(number));
    } else {
        throw std::invalid_argument(
            "'" + text +
            "' is none of auto, +STOPS or -STOPS up to 12, and V magnitudes per square "
            "arcsecond from 0 to 40");
    }
}

}  // namespace milkomeda
