// Where the galaxies' centers and single bodies are, as they are shown now: for labels, trails and cameras.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/particle_readback.hpp"

namespace milkomeda {

struct Landmark {
    std::string name;  // of a galaxy: "milky-way", empty where particles belong to none; of a body: its id
    glm::vec3 position{0}, velocity{0};  // model units
};

// The centers of all galaxies, in the order of their first components; particles without galaxies count as
// one. Empty while their rows are not known. Takes some 10 KB of rows of each.
std::vector<Landmark> find_galaxies(ParticleReadback& rows, const ParticleSet& initial);

// The body in this row; empty while its row is not known, and when there is none.
std::optional<Landmark> find_body(ParticleReadback& rows, const ParticleSet& initial, std::size_t row);

}  // namespace milkomeda
