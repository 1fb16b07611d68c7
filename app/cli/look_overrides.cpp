#include "app/cli/look_overrides.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "app/cli/values.hpp"
#include "data/base/units.hpp"
#include "data/text/text.hpp"

namespace milkomeda {

Look with_overrides(const Look& look, const LookOverrides& overrides) {
    const Look& base = overrides.complete ? Look{} : look;
    return with_overrides(overrides.preset ? with_preset(base, *overrides.preset) : base, overrides.changes);
}

std::string present_name_of_preset(const std::string& name, LookOverrides& overrides) {
    const auto former = std::ranges::find(former_presets, name, &FormerPreset::name);
    if (former == former_presets.end()) return name;
    overrides.note = fmt::format("the preset {} is called {} now{}", name, former->now, former->reason);
    return std::string{former->now};
}

void parse_exposure(const std::string& text, LookOverrides& overrides) {
    constexpr float most_stops = 12, brightest = 0, faintest = 40;
    if (text == "auto") {
        overrides.changes.emplace_back([](Look& look) { look.tone_mapping.automatic_exposure = true; });
        return;
    }
    const bool relative = text.starts_with('+') || text.starts_with('-');
    const char* const begin = text.data() + (text.starts_with('+') ? 1 : 0);
    const char* const end = text.data() + text.size();
    float number = 0;
    const auto [rest, error] = std::from_chars(begin, end, number);
    const bool read = error == std::errc{} && rest == end && std::isfinite(number) && !text.starts_with("+-");
    if (read && relative && std::abs(number) <= most_stops)
        overrides.changes.emplace_back([number](Look& look) {
            look.tone_mapping.automatic_exposure = true;
            look.tone_mapping.exposure_stops = number;
        });
    else if (read && !relative && number >= brightest && number <= faintest)
        overrides.changes.emplace_back([number](Look& look) {
            look.tone_mapping.automatic_exposure = false;
            look.tone_mapping.key_luminance = static_cast<float>(luminosity_per_area(number));
        });
    else
        throw std::invalid_argument(fmt::format(
            "'{}' is not auto, +STOPS or -STOPS (at most 12), or 0 to 40 V magnitudes per square arcsecond", text));
}

void parse_density_limits(const std::string& text, LookOverrides& overrides) {
    const std::vector<std::string> parts = split(text, ',');
    if (parts.size() != 2) throw std::invalid_argument(fmt::format("'{}' is not LOW,HIGH", text));
    const auto low = parse_number<double>(parts[0]), high = parse_number<double>(parts[1]);
    if (!(low >= density_limits_range.least) || !(high <= density_limits_range.most))
        throw std::invalid_argument(fmt::format("'{}': LOW and HIGH must lie between 1e-6 and 1e9", text));
    if (!(low * narrowest_density_limits <= high))
        throw std::invalid_argument(fmt::format("'{}': HIGH must exceed LOW by at least 0.1 %", text));
    overrides.changes.emplace_back([low, high](Look& look) {
        look.density.automatic_limits = false;
        look.density.low = static_cast<float>(low / solar_masses_per_pc2);
        look.density.high = static_cast<float>(high / solar_masses_per_pc2);
    });
}

}  // namespace milkomeda
