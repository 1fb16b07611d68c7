#include "render/hdr/exposure.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "render/particles/color_map.hpp"

namespace milkomeda {
namespace {

// time in which the difference from the target exposure (in stops) falls by a factor of e
constexpr double adaptation_seconds = 0.5;
// share of all light that comes from regions brighter than the key luminance
constexpr double share_seen = 0.75;
constexpr double share_white = 0.003;  // largest share of pixels that may be displayed as white
constexpr double least_percentile = 0.25, most_percentile = 0.995;

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

}  // namespace

Metering measure(std::span<const glm::vec4> cells, float scale) {
    Histogram by_light, by_area, by_density;
    for (const glm::vec4& cell : cells) {
        const float light = luminance(glm::vec3{cell}) * scale;
        by_light.add(light, light);
        by_area.add(light, 1);
        by_density.add(cell.a * scale, 1);
    }
    if (!(by_light.total() > 0)) return {};
    const double lit = by_density.total();
    return {by_light.value_below(share_seen * by_light.total()),
            by_area.value_below(share_white * static_cast<double>(cells.size())),
            by_density.value_below((1 - least_percentile) * lit), by_density.value_below((1 - most_percentile) * lit)};
}

void Exposure::follow(const Metering& wanted, double seconds) {
    if (!(wanted.key > 0)) return;
    const float bright = std::max(wanted.bright, wanted.key);
    const double share = key_ > 0 ? 1 - std::exp(-seconds / adaptation_seconds) : 1;
    key_ = share < 1 ? approach(key_, wanted.key, share) : wanted.key;
    bright_ = share < 1 ? approach(bright_, bright, share) : bright;
}

}  // namespace milkomeda
