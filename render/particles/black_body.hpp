// The colours of glowing bodies.
#pragma once

#include <glm/glm.hpp>

namespace milkomeda {

// Linear sRGB of luminance 1 of a black body between coolest_kelvin and hottest_kelvin; outside, that of the
// nearer end. Redder than sRGB can show at the cool end, where blue is 0.
inline constexpr float coolest_kelvin = 1667, hottest_kelvin = 25'000;
glm::vec3 black_body_light(float kelvin);

}  // namespace milkomeda
