// Metering of a picture's brightness and adaptation of the exposure, computed without OpenGL.
#pragma once

#include <glm/glm.hpp>
#include <span>

namespace milkomeda {

// Brightness of a picture as light per model area; all values are 0 for a picture without light.
struct Metering {
    float key = 0;  // key luminance: three quarters of the light come from brighter regions
    // brightness that only 0.3 % of the pixels exceed; these pixels may be displayed as white
    float bright = 0;
    // Percentiles 25 and 99.5 of the surface density (the alpha channel) over the pixels with mass.
    float least_density = 0, most_density = 0;
};

// Measures the pixels (`cells`) of a reduced picture: linear light in red, green and blue, mass in alpha. Values are
// multiplied by `scale`. The key luminance depends neither on the share of empty sky nor on a galaxy's distance.
Metering measure(std::span<const glm::vec4> cells, float scale);

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

}  // namespace milkomeda
