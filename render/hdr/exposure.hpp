// Metering of a picture's brightness and adaptation of the exposure. No OpenGL.
#pragma once

#include <glm/glm.hpp>
#include <span>

namespace milkomeda {

// Brightness of a picture, light per model area; all 0 for a picture without light.
struct Metering {
    float key = 0;     // key luminance: regions brighter than this give three quarters of the light
    float bright = 0;  // only 0.3 % of the pixels are brighter; they may turn white
    // Percentiles 25 and 99.5 of the surface density (alpha) of non-empty cells.
    float least_density = 0, most_density = 0;
};

// Measures the cells of a reduced picture: linear light, and mass in alpha, each multiplied by `scale`. The
// key luminance depends neither on the share of empty sky nor on a galaxy's distance.
Metering measure(std::span<const glm::vec4> cells, float scale);

// The exposure, which follows the metering with a delay, as an eye adapts.
class Exposure {
  public:
    // Adapts to `wanted` for `seconds` of animation; the first call and infinite `seconds` adapt at once. A
    // picture without light changes nothing.
    void follow(const Metering& wanted, double seconds);

    float key() const { return key_; }        // surface brightness to be shown clearly
    float bright() const { return bright_; }  // surface brightness that may turn white

  private:
    float key_ = 0;
    float bright_ = 0;
};

}  // namespace milkomeda
