// Computes the initial direction of the camera in the mode sky, in which the camera is at a star of a disk.
#pragma once

#include <glm/glm.hpp>

#include "render/camera/camera.hpp"

namespace milkomeda {

// Direction of the camera: yaw and pitch in radians.
struct SkyAim {
    float yaw, pitch;
};

// Returns the direction of the camera in the axes of the sky (SkyObserver::frame). `to_center`: direction to the center
// of the observer's galaxy. `to_other`: direction to the other galaxy, or `to_center` if there is no other galaxy.
//
// The other galaxy appears between the center and the side of the picture, and the band of the observer's galaxy
// crosses the picture. A map of the whole sky is centered on `to_center`; if the map's edge would cut the other galaxy,
// the map is shifted.
SkyAim aim_in_sky(const glm::vec3& to_center, const glm::vec3& to_other, Projection projection);

}  // namespace milkomeda
