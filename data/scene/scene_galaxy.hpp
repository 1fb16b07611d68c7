// Content of a scene's galaxy in its own frame: a galaxy model, or the particles of a file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "data/galaxies/galaxy_model.hpp"
#include "data/scene/scene.hpp"

namespace milkomeda {

// Returns the path of a galaxy's particle file `name`: a file in the user's data folder, or a file in the folder of the
// scene file.
std::filesystem::path file_of_galaxy(const Scene& scene, const std::string& name);

// Returns one line about the first missing galaxy file and how to get the file; empty if all files exist.
std::string missing_file(const Scene& scene);

struct GalaxyContent {
    // Throws std::invalid_argument, or FileError (data/system/file_error.hpp) for particle files. Both
    // messages name the line and the key in the scene file.
    GalaxyContent(const Scene& scene, const SceneGalaxy& galaxy);

    std::optional<GalaxyModel> model;
    ParticleSet file;  // particles, centered and at rest; empty if there is a model

    // Total mass and half-mass radius, with the scale factors of the scene applied. The mass includes the galaxy's
    // perturbers.
    double mass, half_mass_radius;
};

std::vector<GalaxyContent> galaxy_contents(const Scene& scene);

}  // namespace milkomeda
