// Metering of a picture's brightness or values and adaptation to them, computed without OpenGL.
#pragma once

#include <glm/glm.hpp>
#include <span>

#include "render/look/look.hpp"

namespace milkomeda {

// Values at the two ends of the colors of a map of values, in model units; both 0 if unknown.
struct ValueLimits {
    float least = 0, most = 0;
};

// Brightness of a picture as light per model area; all values are 0 for a picture without light. Maps of values
// have no light.
struct Metering {
    MapColors colors = MapColors::surface_density;
    float key = 0;  // key luminance: three quarters of the light come from brighter regions
    // brightness that only 0.3 % of the pixels exceed; these pixels may be displayed as white
    float bright = 0;
    // Percentiles 25 and 99.5 over the pixels with mass: of the light in maps of has_light(), and of the surface
    // density in all other pictures.
    float least_density = 0, most_density = 0;
    // Values in pixels denser than least_density. Velocities, h3 and h4: around their median or 0, as far as 99 % of
    // the pixels. Dispersions: from 0 to their percentile 99. Ages: from 0 to the largest age.
    ValueLimits values = {};
};

// Measures the pixels (`cells`) of a reduced picture: linear light in red, green and blue (in maps of values, the
// moments of collects_values()), mass in alpha. Light and mass are multiplied by `scale`. The key luminance depends
// neither on the share of empty sky nor on a galaxy's distance.
Metering measure(std::span<const glm::vec4> cells, float scale, MapColors colors = MapColors::surface_density);

// Exposure that follows the metered brightness with a delay, as an eye adapts.
class Exposure {
  public:
    // Adapts to `wanted` for `seconds` of animation time. The first call, and infinite `seconds`, adapt
    // completely. A picture without light changes nothing.
    void follow(const Metering& wanted, double seconds);

    float key() const { return key_; }        // surface brightness that the picture shows at medium brightness
    float bright() const { return bright_; }  // surface brightness that the picture may show as white

  private:
    float key_ = 0;
    float bright_ = 0;
};

// Limits of the colors of values, which follow the metered limits with the delay of Exposure.
class ValueScale {
  public:
    // Adapts to `wanted` for `seconds` of animation time; completely at the first call and after a change of the
    // quantity. A picture without values changes nothing else than the quantity.
    void follow(const Metering& wanted, double seconds);

    // Returns the limits for this look, which can fix the largest speed; unknown limits if the newest metered picture
    // shows another quantity.
    ValueLimits limits(const DensityLook& look) const;

  private:
    MapColors colors_ = MapColors::surface_density;
    ValueLimits limits_;
};

}  // namespace milkomeda
