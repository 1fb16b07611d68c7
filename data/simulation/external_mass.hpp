// Invisible attractor of all bodies. It is not stored in files, not drawn, and not accelerated.
#pragma once

#include "data/base/vector3.hpp"

namespace milkomeda {

struct ExternalMass {
    Vector3 position;
    double mass = 0;
    double radius = 0.25;  // Plummer softening length of the attractor

    bool operator==(const ExternalMass&) const = default;
};

}  // namespace milkomeda
