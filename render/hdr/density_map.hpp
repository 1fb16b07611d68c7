// The surface density that was collected, as a map in colours, and its contours. Values are in model units.
#pragma once

#include "render/gl/light_target.hpp"
#include "render/gl/shader_program.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

// The ends of the colour map; both 0 while there is no light.
struct DensityLimits {
    float low = 0, high = 0;
};

// `area_scale`: from mass per pixel to surface density. Both draw over the bound framebuffer with the vertex
// array that is bound.
class DensityMap {
  public:
    // Throws std::runtime_error with the shader's log.
    explicit DensityMap(const ReadAsset& read);

    void draw(const LightTarget& collected, float area_scale, const DensityLimits& limits,
              ColorMap map) const;
    // Draws contours at even steps of the logarithm, above the lower limit. `smoothed` is a smaller picture
    // of what was collected, whose pixels are `smoothed_pixel` wide.
    void draw_contours(const LightTarget& smoothed, float smoothed_pixel, float area_scale,
                       const DensityLimits& limits, const DensityLook& look) const;

  private:
    ShaderProgram map_;
    ShaderProgram contours_;
};

}  // namespace milkomeda
