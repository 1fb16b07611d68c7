#include "app/viewport/sky_aim.hpp"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

namespace milkomeda {
namespace {

struct SkyDirection {
    float longitude, latitude;  // radians; positive angles are to the left and up
};

SkyDirection direction_of(const glm::vec3& v) {
    return {std::atan2(-v.x, -v.z), std::atan2(v.y, std::hypot(v.x, v.z))};
}

// Largest horizontal angle between the other galaxy (the galaxy without the observer) and the picture's center. The
// direction of the camera is a smooth function of the galaxies' positions, so that the view does not jump while
// galaxies move across the sky.
constexpr float beside = glm::radians(30.0f);
// largest vertical angle between the other galaxy and the center of the picture
constexpr float above = glm::radians(25.0f);
// largest angle between the other galaxy and the center of a sky map, whose edge is at 180 degrees
constexpr float before_cut = glm::radians(150.0f);

}  // namespace

SkyAim aim_in_sky(const glm::vec3& to_center, const glm::vec3& to_other, Projection projection) {
    const SkyDirection center = direction_of(to_center), other = direction_of(to_other);
    const float angle = std::remainder(other.longitude - center.longitude, glm::two_pi<float>());
    if (projection == Projection::hammer)
        return {center.longitude + angle - std::clamp(angle, -before_cut, before_cut), 0};
    const float middle = 0.5f * (center.latitude + other.latitude);
    const float latitude = std::clamp(middle, other.latitude - above, other.latitude + above);
    return {std::remainder(other.longitude - beside * std::sin(angle), glm::two_pi<float>()),
            -std::clamp(latitude, -steepest_pitch, steepest_pitch)};
}

}  // namespace milkomeda
