// The brightness of a picture: what a light meter finds, and how the exposure follows it. Plain values.
#pragma once

#include <glm/glm.hpp>
#include <span>

namespace milkomeda {

// The light in a picture, per model area; all 0 where there is none.
struct Metering {
    float key = 0;     // three quarters of the light come from what is brighter
    float bright = 0;  // only so many pixels are brighter that nobody minds that they are white
    // Surface density (alpha): percentiles of what is not empty.
    float least_density = 0, most_density = 0;
};

// Meters the cells of a small picture, which are linear light, and mass in alpha, each times `scale`. The
// brightness above which three quarters of the light lie depends neither on how much of the picture is sky
// nor on how far away a galaxy is.
Metering measure(std::span<const glm::vec4> cells, float scale);

// The exposure that the tone curve is given.
class Exposure {
  public:
    // Follows `wanted` for so many seconds of animation; the first time, and for infinity, at once. A picture
    // without light changes nothing.
    void follow(const Metering& wanted, double seconds);

    float key() const { return key_; }        // the surface brightness that is to be clearly seen
    float bright() const { return bright_; }  // and that may become white

  private:
    float key_ = 0;
    float bright_ = 0;
};

}  // namespace milkomeda
