// A camera that has bodies nicely in view.
#pragma once

#include <vector>

#include "render/camera/camera.hpp"

namespace milkomeda {

// The camera turned to the middle of the points (at least one), from its direction and so far away that
// nearly all are in view: single stragglers must not make the rest small.
Camera framed(Camera camera, std::vector<glm::vec3> points);

}  // namespace milkomeda
