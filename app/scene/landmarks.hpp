// Present positions of the centers of galaxies and of single bodies, for labels, trails and cameras.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/particle_readback.hpp"

namespace milkomeda {

struct Landmark {
    // name of the galaxy ("milky-way"; empty for particles without a galaxy), or id of the body
    std::string name;
    glm::vec3 position{0}, velocity{0};  // model units
};

// Returns the centers of all galaxies, in the order of their first components; particles without galaxies
// count as one galaxy. Empty until their rows are known. Reads about 10 KB of rows of each galaxy.
std::vector<Landmark> find_galaxies(ParticleReadback& rows, const ParticleSet& initial);

// Returns the body in this row; an empty optional until its row is known, or if the row does not exist.
std::optional<Landmark> find_body(ParticleReadback& rows, const ParticleSet& initial, std::size_t row);

}  // namespace milkomeda
