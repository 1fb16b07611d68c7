// Where the sky's camera looks until somebody turns it: to what is worth seeing there.
#pragma once

#include <glm/glm.hpp>

#include "render/camera/camera.hpp"

namespace milkomeda {

// As a camera's yaw and pitch, radians.
struct SkyAim {
    float yaw, pitch;
};

// Seen in the axes of the sky (SkyObserver::frame), the directions to the own galaxy's center and to the
// other galaxy, which are the same where there is no other: the other galaxy is in view, between the middle
// and the side, with the band of the own one across, towards its bright part. In a map of the whole sky the
// own galaxy's center is in the middle, and the other is not cut in two where the map ends.
SkyAim aim_in_sky(const glm::vec3& to_center, const glm::vec3& to_other, Projection projection);

}  // namespace milkomeda
