// The viewpoints that the user has saved: up to nine for each scene.
#pragma once

#include <map>

#include "data/base/names.hpp"
#include "render/camera/camera.hpp"

namespace milkomeda {

enum class CameraMode {
    orbit,  // the camera turns around a target
    fly,    // the camera moves freely
    sky,    // the camera looks around from a star of a disk
};
template <>
inline constexpr std::array<std::string_view, 3> names<CameraMode>{"orbit", "fly", "sky"};

struct Viewpoint {
    CameraMode mode = CameraMode::orbit;
    Camera camera;  // in the mode sky, directions are relative to the axes of the star's galaxy
};

using Viewpoints = std::map<int, Viewpoint>;  // viewpoints by key number, 1 to 9

}  // namespace milkomeda
