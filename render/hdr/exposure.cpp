#include "render/hdr/exposure.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "render/particles/color_map.hpp"

namespace milkomeda {
namespace {

// time in which the difference from the target exposure (in stops) falls by a factor of e
constexpr double adaptation_seconds = 0.5;
// share of all light that comes from regions brighter than the key luminance
constexpr double share_seen = 0.75;
constexpr double share_white = 0.003;  // largest share of pixels that may be displayed as white
constexpr double least_percentile = 0.25, most_percentile = 0.995;
constexpr double value_percentile = 0.99;
// Smallest variance of velocities that have an h3, relative to the mean square. Smaller variances are rounding errors
// of the sums, as in pixels with a single body. Mirrored in shaders/hdr/map.glsl.
constexpr float least_variance = 1e-5f;

// Weighted histogram of brightness, in bins of a sixteenth of a stop from 2^-80 to 2^80. Values beyond the range count
// in the outermost bins.
class Histogram {
  public:
    void add(float value, double weight) {
        if (!(value > 0)) return;
        const double bin = (std::log2(static_cast<double>(value)) - lowest_stop) * bins_per_stop;
        weights_[static_cast<std::size_t>(std::clamp(bin, 0.0, double(bins - 1)))] += weight;
        total_ += weight;
    }
    double total() const { return total_; }
    // Returns the value that is exceeded by entries with the total weight `weight`.
    float value_below(double weight) const {
        double above = 0;
        for (std::size_t bin = bins; bin-- > 0;) {
            above += weights_[bin];
            if (above > weight) {
                // Interpolates within the bin, so that the result is a continuous function of the light.
                const double position = double(bin) + (above - weight) / weights_[bin];
                return static_cast<float>(std::exp2(position / bins_per_stop + lowest_stop));
            }
        }
        return 0;
    }

  private:
    static constexpr int lowest_stop = -80, highest_stop = 80, bins_per_stop = 16;
    static constexpr std::size_t bins = std::size_t{highest_stop - lowest_stop} * bins_per_stop;
    std::array<double, bins> weights_{};
    double total_ = 0;
};

// Interpolates in stops, so that brightening and dimming by equal factors take equal times.
float approach(float now, float wanted, double share) {
    return now * std::pow(wanted / now, static_cast<float>(share));
}

// Returns the share of a difference by which the exposure follows within `seconds`.
double followed_share(double seconds) { return 1 - std::exp(-seconds / adaptation_seconds); }

float percentile(std::vector<float>& values, double share) {
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::ranges::nth_element(values, place);
    return *place;
}

// Returns the value of a pixel in maps of values. Mirrors value_of() in shaders/hdr/map.glsl, which gives the source.
float value_of(const glm::vec4& sums, MapColors colors) {
    const glm::vec3 means = glm::vec3{sums} / sums.a;
    const float mean = means.x, variance = std::max(means.y - mean * mean, 0.0f);
    if (colors == MapColors::velocity || colors == MapColors::age || colors == MapColors::h4) return mean;
    if (colors == MapColors::dispersion) return std::sqrt(variance);
    if (!(variance > least_variance * means.y)) return std::numeric_limits<float>::quiet_NaN();
    const float third = means.z - 3 * mean * means.y + 2 * mean * mean * mean;
    return third / (6.9282032f * variance * std::sqrt(variance));
}

// Returns Metering::values for cells of at least the mass `least_mass`.
ValueLimits values_in(std::span<const glm::vec4> cells, float least_mass, MapColors colors) {
    std::vector<float> values;
    for (const glm::vec4& sums : cells)
        if (sums.a > 0 && sums.a >= least_mass) values.push_back(value_of(sums, colors));
    std::erase_if(values, [](float value) { return std::isnan(value); });
    if (values.empty()) return {};
    if (colors == MapColors::dispersion) return {0, percentile(values, value_percentile)};
    if (colors == MapColors::age) return {0, *std::ranges::max_element(values)};
    const float middle = colors == MapColors::velocity ? percentile(values, 0.5) : 0;
    for (float& value : values) value = std::abs(value - middle);
    const float reach = percentile(values, value_percentile);
    return {middle - reach, middle + reach};
}

}  // namespace

Metering measure(std::span<const glm::vec4> cells, float scale, MapColors colors) {
    Histogram by_light, by_area, by_density;
    for (const glm::vec4& cell : cells) {
        const float light = has_values(colors) ? 0 : luminance(glm::vec3{cell}) * scale;
        by_light.add(light, light);
        by_area.add(light, 1);
        by_density.add(has_light(colors) ? light : cell.a * scale, 1);
    }
    const double lit = by_density.total();
    if (!(lit > 0) || (!has_values(colors) && !(by_light.total() > 0))) return {.colors = colors};
    Metering found{.colors = colors,
                   .key = by_light.value_below(share_seen * by_light.total()),
                   .bright = by_area.value_below(share_white * static_cast<double>(cells.size())),
                   .least_density = by_density.value_below((1 - least_percentile) * lit),
                   .most_density = by_density.value_below((1 - most_percentile) * lit)};
    if (has_values(colors)) found.values = values_in(cells, found.least_density / scale, colors);
    return found;
}

void Exposure::follow(const Metering& wanted, double seconds) {
    if (!(wanted.key > 0)) return;
    const float bright = std::max(wanted.bright, wanted.key);
    const double share = key_ > 0 ? followed_share(seconds) : 1;
    key_ = share < 1 ? approach(key_, wanted.key, share) : wanted.key;
    bright_ = share < 1 ? approach(bright_, bright, share) : bright;
}

void ValueScale::follow(const Metering& wanted, double seconds) {
    if (wanted.colors != colors_) limits_ = {};
    colors_ = wanted.colors;
    if (!(wanted.values.most > wanted.values.least)) return;
    const bool is_new = !(limits_.most > limits_.least);
    const auto share = static_cast<float>(is_new ? 1 : followed_share(seconds));
    limits_ = {std::lerp(limits_.least, wanted.values.least, share),
               std::lerp(limits_.most, wanted.values.most, share)};
}

ValueLimits ValueScale::limits(const DensityLook& look) const {
    if (look.colors != colors_) return {};
    if (!is_speed(colors_) || !(look.largest_speed > 0) || !(limits_.most > limits_.least)) return limits_;
    if (look.colors == MapColors::dispersion) return {0, look.largest_speed};
    const float median = std::midpoint(limits_.least, limits_.most);
    return {median - look.largest_speed, median + look.largest_speed};
}

}  // namespace milkomeda
