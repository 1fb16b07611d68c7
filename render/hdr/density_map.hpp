// Draws the projected surface density as colors, and its contours. Densities are in model units.
#pragma once

#include "render/gl/light_target.hpp"
#include "render/gl/shader_program.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

// Surface densities at the two ends of the color map; both 0 if the picture is empty.
struct DensityLimits {
    float low = 0, high = 0;
};

// Draws to the bound framebuffer. `area_scale` converts mass per pixel to surface density.
class DensityMap {
  public:
    // Compiles the shaders. Throws std::runtime_error with the compiler's log on failure.
    explicit DensityMap(const ReadAsset& read);

    void draw(const LightTarget& collected, float area_scale, const DensityLimits& limits, ColorMap map) const;
    // Draws contours above the lower limit, equally spaced in the logarithm of the density. `smoothed` is a blurred,
    // reduced picture of the density; its pixels are `smoothed_pixel` picture pixels wide.
    void draw_contours(const LightTarget& smoothed, float smoothed_pixel, float area_scale, const DensityLimits& limits,
                       const DensityLook& look) const;

  private:
    ScreenPass map_, contours_;
};

}  // namespace milkomeda
