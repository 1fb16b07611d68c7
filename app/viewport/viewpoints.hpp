// Where a person has looked from and wants to look from again: up to nine in each scene.
#pragma once

#include <map>
#include <string>

#include "data/base/names.hpp"
#include "render/camera/camera.hpp"

namespace milkomeda {

enum class CameraMode {
    orbit,  // around a target
    fly,    // like a bird
    sky,    // on a star of a disk, looking around
};
template <>
inline constexpr std::array<std::string_view, 3> names<CameraMode>{"orbit", "fly", "sky"};

struct Viewpoint {
    CameraMode mode = CameraMode::orbit;
    Camera camera;  // of the sky: direction, field of view and projection, in the galaxy's own axes
};

using Viewpoints = std::map<int, Viewpoint>;  // by their keys, 1 to 9

}  // namespace milkomeda
