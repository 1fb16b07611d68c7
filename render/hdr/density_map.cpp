#include "render/hdr/density_map.hpp"

#include <cmath>

#include "data/base/units.hpp"

namespace milkomeda {
namespace {

void set_scale(const ScreenPass& pass, const MapScale& scale) {
    pass.set("colors", static_cast<int>(scale.colors));
    pass.set("area_scale", scale.area_scale);
}

}  // namespace

double MapScale::unit() const { return is_speed(colors) ? km_s_per_velocity : 1; }

float MapScale::value_step() const {
    const double wanted = unit() * static_cast<double>(values.most - values.least) / 10;
    const double power = std::pow(10, std::floor(std::log10(wanted)));
    const double factor = wanted < 1.5 * power ? 1 : wanted < 3.5 * power ? 2 : wanted < 7.5 * power ? 5 : 10;
    return static_cast<float>(factor * power / unit());
}

ColorTable table_for(MapColors colors, ColorMap map) {
    const bool is_around_0 = colors == MapColors::velocity || colors == MapColors::h3 || colors == MapColors::h4;
    return is_around_0 ? velocity_table() : table_of(map);
}

DensityMap::DensityMap(const ReadAsset& read)
    : map_{read, "shaders/hdr/density.frag"}, contours_{read, "shaders/hdr/contour.frag"} {}

void DensityMap::draw(const LightTarget& collected, const MapScale& scale, ColorMap map) const {
    const auto& [low, high] = scale.limits;
    const auto& [least, most] = scale.values;
    if (!(high > low) || (has_values(scale.colors) && !(most > least))) return;  // the picture contains no mass
    map_.use();
    set_scale(map_, scale);
    map_.set("collected", 0);
    map_.set("low", low);
    map_.set("high", high);
    map_.set("values", glm::vec2{least, most});
    map_.set("color_table", table_for(scale.colors, map).light);
    collected.show(0);
    map_.draw();
}

void DensityMap::draw_contours(const LightTarget& smoothed, float smoothed_pixel, const MapScale& scale,
                               const DensityLook& look) const {
    const bool of_values = has_values(scale.colors);
    if (!(scale.limits.low > 0) || (of_values && !(scale.values.most > scale.values.least))) return;
    contours_.use();
    set_scale(contours_, scale);
    contours_.set("smoothed", 0);
    contours_.set("pixel", 1.0f / (smoothed_pixel * glm::vec2{smoothed.width(), smoothed.height()}));
    contours_.set("lowest", scale.limits.low);
    contours_.set("step_size", of_values ? scale.value_step() : look.contour_step);
    contours_.set("width", look.contour_width);
    smoothed.show(0);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    contours_.draw();
    glDisable(GL_BLEND);
}

}  // namespace milkomeda
