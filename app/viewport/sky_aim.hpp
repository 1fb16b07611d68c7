// Computes the initial direction of the camera in the mode sky, which looks around from a star of a disk.
#pragma once

#include <glm/glm.hpp>

#include "render/camera/camera.hpp"

namespace milkomeda {

// Camera direction: yaw and pitch in radians.
struct SkyAim {
    float yaw, pitch;
};

// Returns a direction in the axes of the sky (SkyObserver::frame). `to_center`: direction to the center of the
// observer's galaxy. `to_other`: direction to the other galaxy, or `to_center` without another galaxy. The other galaxy
// appears between center and side of the picture, and the band of the observer's galaxy crosses the picture. A map of
// the whole sky is centered on `to_center`, or shifted if its edge would cut the other galaxy.
SkyAim aim_in_sky(const glm::vec3& to_center, const glm::vec3& to_other, Projection projection);

}  // namespace milkomeda
