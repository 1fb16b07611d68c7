#include "render/hdr/density_map.hpp"

#include "render/particles/color_map.hpp"

namespace milkomeda {

DensityMap::DensityMap(const ReadAsset& read)
    : map_{read, "shaders/hdr/density.frag"}, contours_{read, "shaders/hdr/contour.frag"} {}

void DensityMap::draw(const LightTarget& collected, float area_scale, const DensityLimits& limits, ColorMap map) const {
    if (!(limits.high > limits.low)) return;  // the picture contains no mass
    map_.use();
    map_.set("collected", 0);
    map_.set("area_scale", area_scale);
    map_.set("low", limits.low);
    map_.set("high", limits.high);
    map_.set("color_table", table_of(map).light);
    collected.show(0);
    map_.draw();
}

void DensityMap::draw_contours(const LightTarget& smoothed, float smoothed_pixel, float area_scale,
                               const DensityLimits& limits, const DensityLook& look) const {
    if (!(limits.low > 0)) return;
    contours_.use();
    contours_.set("smoothed", 0);
    contours_.set("pixel", 1.0f / (smoothed_pixel * glm::vec2{smoothed.width(), smoothed.height()}));
    contours_.set("area_scale", area_scale);
    contours_.set("lowest", limits.low);
    contours_.set("step_size", look.contour_step);
    contours_.set("width", look.contour_width);
    smoothed.show(0);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    contours_.draw();
    glDisable(GL_BLEND);
}

}  // namespace milkomeda
