// All trails that there are at a moment, by whose they are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/viewport/trail.hpp"

namespace milkomeda {

// What can be annotated, by names that last: rows do not, where galaxies come and go.
struct AnnotatedNames {
    std::vector<std::string> galaxies, perturbers;
    std::vector<std::uint32_t> ids;  // of chosen bodies
};

// Those behind the last ones of a list have none yet.
struct Trails {
    AnnotatedNames names;
    std::vector<Trail> galaxies, perturbers, bodies;
};

}  // namespace milkomeda
