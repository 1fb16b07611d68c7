// Colors of black bodies.
#pragma once

#include <glm/glm.hpp>

namespace milkomeda {

// Returns the light of a black body in linear sRGB with luminance 1. `kelvin` is clamped to coolest_kelvin
// ... hottest_kelvin. The coolest color is outside the sRGB gamut, so its blue is set to 0.
inline constexpr float coolest_kelvin = 1667, hottest_kelvin = 25'000;
glm::vec3 black_body_light(float kelvin);

}  // namespace milkomeda
