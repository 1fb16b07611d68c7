// Draws maps of the surface density, of the light or of values of the bodies as colors, and their contours, in model
// units.
#pragma once

#include "render/gl/light_target.hpp"
#include "render/gl/shader_program.hpp"
#include "render/hdr/exposure.hpp"
#include "render/look/look.hpp"
#include "render/particles/color_map.hpp"

namespace milkomeda {

// Surface densities, or light or star formation per area, at the two ends of the color map; both 0 if the picture is
// empty. Maps of values show the pixels above `low`.
struct DensityLimits {
    float low = 0, high = 0;
};

// Relation between the colors of a map and its quantity.
struct MapScale {
    MapColors colors = MapColors::surface_density;
    float area_scale = 1;  // factor from sums per pixel to sums per area
    DensityLimits limits = {};
    ValueLimits values = {};  // of maps of values

    // Returns the factor from the values in model units to the unit that the legend names: km/s for velocities.
    double unit() const;
    // Returns the difference of the value between neighboring contours, in model units: about a tenth of the range of
    // the colors, and 1, 2 or 5 times a power of ten in the unit of the legend.
    float value_step() const;
};

// Returns the colors of a map: velocity_table() for quantities around 0, and otherwise those of the color map.
ColorTable table_for(MapColors colors, ColorMap map);

// Draws to the bound framebuffer.
class DensityMap {
  public:
    // Compiles the shaders. Throws std::runtime_error with the compiler's log on failure.
    explicit DensityMap(const ReadAsset& read);

    // Draws the map with the colors table_for(scale.colors, map).
    void draw(const LightTarget& collected, const MapScale& scale, ColorMap map) const;
    // Draws contours above the lower limit, equally spaced in the logarithm of the density or in the value. `smoothed`
    // is a blurred, reduced picture; its pixels are `smoothed_pixel` picture pixels wide.
    void draw_contours(const LightTarget& smoothed, float smoothed_pixel, const MapScale& scale,
                       const DensityLook& look) const;

  private:
    ScreenPass map_, contours_;
};

}  // namespace milkomeda
