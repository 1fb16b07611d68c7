// Initial direction of the camera in the mode sky, until the user turns it.
#pragma once

#include <glm/glm.hpp>

#include "render/camera/camera.hpp"

namespace milkomeda {

// yaw and pitch of the camera in radians
struct SkyAim {
    float yaw, pitch;
};

// Returns a direction in the axes of the sky (SkyObserver::frame). `to_center` points at the center of the
// observer's galaxy, `to_other` at the other galaxy, or at the center again if there is no other. The other
// galaxy appears between the middle and the side, with the band of the observer's galaxy across the picture.
// In a map of the whole sky, the center is in the middle, unless the edge of the map would cut the other
// galaxy in two.
SkyAim aim_in_sky(const glm::vec3& to_center, const glm::vec3& to_other, Projection projection);

}  // namespace milkomeda
