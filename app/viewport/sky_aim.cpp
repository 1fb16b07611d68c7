#include "app/viewport/sky_aim.hpp"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

namespace milkomeda {
namespace {

struct Place {
    float longitude, latitude;  // radians; positive angles are to the left and up
};

Place place_of(const glm::vec3& way) {
    return {std::atan2(-way.x, -way.z), std::atan2(way.y, std::hypot(way.x, way.z))};
}

// Largest distance of the other galaxy from the center of the picture. The formulas below are smooth, so that
// the view does not jump while galaxies move across the sky.
constexpr float beside = glm::radians(30.0f);
// largest vertical distance of the other galaxy from the center of the picture
constexpr float above = glm::radians(25.0f);
// largest distance of the other galaxy from the center of a sky map, which ends at 180 degrees
constexpr float before_cut = glm::radians(150.0f);

float aside(const Place& center, const Place& other) {
    return std::remainder(other.longitude - center.longitude, glm::two_pi<float>());
}

}  // namespace

SkyAim aim_in_sky(const glm::vec3& to_center, const glm::vec3& to_other, Projection projection) {
    const Place center = place_of(to_center), other = place_of(to_other);
    const float way = aside(center, other);
    if (projection == Projection::hammer) return {center.longitude + way - std::clamp(way, -before_cut, before_cut), 0};
    const float middle = 0.5f * (center.latitude + other.latitude);
    const float latitude = std::clamp(middle, other.latitude - above, other.latitude + above);
    return {std::remainder(other.longitude - beside * std::sin(way), glm::two_pi<float>()),
            -std::clamp(latitude, -steepest_pitch, steepest_pitch)};
}

}  // namespace milkomeda
