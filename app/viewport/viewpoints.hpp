// Saved viewpoints of the user: up to nine for each scene.
#pragma once

#include <map>
#include <string>

#include "data/base/names.hpp"
#include "render/camera/camera.hpp"

namespace milkomeda {

enum class CameraMode {
    orbit,  // turns around a target
    fly,    // moves freely
    sky,    // looks around from a star of a disk
};
template <>
inline constexpr std::array<std::string_view, 3> names<CameraMode>{"orbit", "fly", "sky"};

struct Viewpoint {
    CameraMode mode = CameraMode::orbit;
    Camera camera;  // in the mode sky: direction, field of view and projection relative to the galaxy's axes
};

using Viewpoints = std::map<int, Viewpoint>;  // by key, 1 to 9

}  // namespace milkomeda
