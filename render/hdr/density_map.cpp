#include "render/hdr/density_map.hpp"

#include <cmath>

#include "data/base/units.hpp"
#include "render/particles/color_map.hpp"

namespace milkomeda {
namespace {

void set_scale(const ScreenPass& pass, const MapScale& scale) {
    pass.set("colors", static_cast<int>(scale.colors));
    pass.set("area_scale", scale.area_scale);
}

}  // namespace

float MapScale::velocity_step() const {
    const double wanted = km_s_per_velocity * static_cast<double>(motions.most - motions.least) / 10;
    const double power = std::pow(10, std::floor(std::log10(wanted)));
    const double factor = wanted < 1.5 * power ? 1 : wanted < 3.5 * power ? 2 : wanted < 7.5 * power ? 5 : 10;
    return static_cast<float>(factor * power / km_s_per_velocity);
}

DensityMap::DensityMap(const ReadAsset& read)
    : map_{read, "shaders/hdr/density.frag"}, contours_{read, "shaders/hdr/contour.frag"} {}

void DensityMap::draw(const LightTarget& collected, const MapScale& scale, ColorMap map) const {
    const auto& [low, high] = scale.limits;
    const auto& [least, most] = scale.motions;
    if (!(high > low) || (is_motion(scale.colors) && !(most > least))) return;  // the picture contains no mass
    map_.use();
    set_scale(map_, scale);
    map_.set("collected", 0);
    map_.set("low", low);
    map_.set("high", high);
    map_.set("motions", glm::vec2{least, most});
    map_.set("color_table", (scale.colors == MapColors::velocity ? velocity_table() : table_of(map)).light);
    collected.show(0);
    map_.draw();
}

void DensityMap::draw_contours(const LightTarget& smoothed, float smoothed_pixel, const MapScale& scale,
                               const DensityLook& look) const {
    const bool of_motion = is_motion(scale.colors);
    if (!(scale.limits.low > 0) || (of_motion && !(scale.motions.most > scale.motions.least))) return;
    contours_.use();
    set_scale(contours_, scale);
    contours_.set("smoothed", 0);
    contours_.set("pixel", 1.0f / (smoothed_pixel * glm::vec2{smoothed.width(), smoothed.height()}));
    contours_.set("lowest", scale.limits.low);
    contours_.set("step_size", of_motion ? scale.velocity_step() : look.contour_step);
    contours_.set("width", look.contour_width);
    smoothed.show(0);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    contours_.draw();
    glDisable(GL_BLEND);
}

}  // namespace milkomeda
