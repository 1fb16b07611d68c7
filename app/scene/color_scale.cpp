#include "app/scene/color_scale.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace milkomeda {
namespace {

constexpr double least_share = 0.02, most_share = 0.98;  // percentiles that limit the range
constexpr double seconds_to_follow = 0.7;                // time constant with which the range follows its target

struct Limits {
    float least, most;
};

std::optional<Limits> limits_of(std::span<const float> numbers, bool logarithmic) {
    std::vector<float> known;
    std::ranges::copy_if(numbers, std::back_inserter(known),
                         [&](float x) { return std::isfinite(x) && (x > 0 || !logarithmic); });
    if (known.empty()) return std::nullopt;
    const auto percentile = [&](double share) {
        const auto at = known.begin() + std::lround(share * static_cast<double>(known.size() - 1));
        std::ranges::nth_element(known, at);
        return *at;
    };
    const Limits limits{percentile(least_share), percentile(most_share)};
    if (limits.most > limits.least * (1 + 1e-4f)) return limits;
    // Nearly all numbers are equal: return a wide range that contains their value.
    if (limits.least == 0) return Limits{-1, 1};
    return logarithmic ? Limits{limits.least / 2, limits.most * 2} : Limits{0, 2 * limits.most};
}

float moved(float from, float to, float share, bool logarithmic) {
    return logarithmic ? from * std::pow(to / from, share) : std::lerp(from, to, share);
}

}  // namespace

const Coloring& ColorScale::follow(const Look& look, std::span<const float> numbers, double seconds) {
    const Coloring before = std::exchange(coloring_, Coloring{.by = look.color_by});
    if (look.color_by == ColorBy::temperature) {
        coloring_ = temperature_coloring();
    } else if (is_number(look.color_by)) {
        coloring_.logarithmic = row_of(look.color_by).scale == NumberScale::logarithmic;
        coloring_.table = equal_light_table_of(look.color_map);
        const std::optional<Limits> limits = limits_of(numbers, coloring_.logarithmic);
        coloring_.known = limits.has_value();
        const Limits to = limits.value_or(coloring_.logarithmic ? Limits{1, 10} : Limits{0, 1});
        const bool jumps = before.by != look.color_by || !before.known;
        const float share = jumps ? 1.0f : static_cast<float>(1 - std::exp(-seconds / seconds_to_follow));
        coloring_.least = moved(before.least, to.least, share, coloring_.logarithmic);
        coloring_.most = moved(before.most, to.most, share, coloring_.logarithmic);
        if (share == 1) coloring_.least = to.least, coloring_.most = to.most;
    }
    coloring_.stars = look.stars;
    coloring_.infrared = look.tone_mapping.infrared;
    return coloring_;
}

}  // namespace milkomeda
