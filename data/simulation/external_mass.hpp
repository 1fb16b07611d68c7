// Invisible attractor of all bodies. It is not stored in files, not drawn, and not accelerated.
#pragma once

#include <glm/glm.hpp>

namespace milkomeda {

struct ExternalMass {
    glm::dvec3 position{0};
    double mass = 0;
    double radius = 0.25;  // Plummer softening length of the attractor

    bool operator==(const ExternalMass&) const = default;
};

}  // namespace milkomeda
