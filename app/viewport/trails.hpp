// All trails at one moment, by the names of their objects.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/viewport/trail.hpp"

namespace milkomeda {

// Names of annotated objects. Names stay valid when galaxies are added or deleted, rows do not.
struct AnnotatedNames {
    std::vector<std::string> galaxies, perturbers;
    std::vector<std::uint32_t> ids;  // ids of the selected bodies
};

// A list of trails may be shorter than its list of names; the last objects have no trail yet.
struct Trails {
    AnnotatedNames names;
    std::vector<Trail> galaxies, perturbers, bodies;
};

}  // namespace milkomeda
