// A body that pulls all others and is none of them: it is nowhere in files, is not drawn, and feels nothing.
#pragma once

#include "data/base/vector3.hpp"

namespace milkomeda {

struct ExternalMass {
    Vector3 position;
    double mass = 0;
    double radius = 0.25;  // Plummer's epsilon of its own

    bool operator==(const ExternalMass&) const = default;
};

}  // namespace milkomeda
