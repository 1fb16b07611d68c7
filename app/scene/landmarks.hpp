// Present positions and velocities of galaxy centers and of single bodies, for labels, trails and cameras.
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

// Returns the centers of all galaxies, in the order of their first components. Particles without galaxies
// count as one galaxy. Returns an empty list until rows of all galaxies have been read, about 10 KB per
// galaxy.
std::vector<Landmark> find_galaxies(ParticleReadback& rows, const ParticleSet& initial);

// Returns the body in this row; an empty optional if the row does not exist or has not been read yet.
std::optional<Landmark> find_body(ParticleReadback& rows, const ParticleSet& initial, std::size_t row);

}  // namespace milkomeda
