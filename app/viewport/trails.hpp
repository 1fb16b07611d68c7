// All trails of the annotations, identified by the names of their objects.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/viewport/trail.hpp"

namespace milkomeda {

// Names of annotated objects, which stay valid when galaxies are added or deleted, unlike row numbers.
struct AnnotatedNames {
    std::vector<std::string> galaxies, perturbers;
    std::vector<std::uint32_t> ids;  // ids of the selected bodies
};

// Trails in the order of `names`. A list of trails may be shorter than its list of names, because the newest
// objects have no trail yet.
struct Trails {
    AnnotatedNames names;
    std::vector<Trail> galaxies, perturbers, bodies;
};

}  // namespace milkomeda
