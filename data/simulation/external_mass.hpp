// Invisible attractor that pulls all bodies. It is not stored in files, not drawn, and not accelerated.
#pragma once

#include "data/base/vector3.hpp"

namespace milkomeda {

struct ExternalMass {
    Vector3 position;
    double mass = 0;
    double radius = 0.25;  // its own Plummer epsilon

    bool operator==(const ExternalMass&) const = default;
};

}  // namespace milkomeda
