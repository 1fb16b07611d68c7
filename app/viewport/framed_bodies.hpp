// The bodies that a camera must show: a sample of the shown bodies, and the light of each galaxy.
#pragma once

#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "app/scene/loaded_scene.hpp"

namespace milkomeda {

// Sphere around the center of a galaxy that contains 90 % of the galaxy's shown bodies.
struct LightSphere {
    std::string galaxy;
    glm::vec3 center{0};
    float radius = 0;
};

struct FramedBodies {
    std::vector<glm::vec3> sample;     // positions of about 2000 shown bodies
    std::vector<LightSphere> spheres;  // one per shown galaxy
};

// Returns the bodies at the moment that LoadedScene::update() has set; empty while positions are being read back.
FramedBodies framed_bodies(LoadedScene& loaded);

// Returns the positions of about 2000 shown bodies at the start of the run or, for a mixed box, the corners of the box.
std::vector<glm::vec3> framed_start(const SceneSetup& initial);

}  // namespace milkomeda
