// Content of a scene's galaxy in its own frame: a model, or the particles of a file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "data/galaxies/galaxy_model.hpp"
#include "data/scene/scene.hpp"

namespace milkomeda {

// Path of the galaxy's file: a data set that the user downloaded, or a file in the folder of the scene file.
std::filesystem::path file_of_galaxy(const Scene& scene, const std::string& name);

// Returns one line about the first missing file of the scene's galaxies, and how to get it; empty if all
// exist.
std::string missing_file(const Scene& scene);

struct GalaxyContent {
    // Throws std::invalid_argument, or FileError (data/system/file_error.hpp) for files; both name line and
    // key.
    GalaxyContent(const Scene& scene, const SceneGalaxy& galaxy);

    std::optional<GalaxyModel> model;
    ParticleSet file;  // centered and at rest; empty if there is a model

    // With the scene's scale factors; the mass includes the galaxy's perturbers.
    double mass, half_mass_radius;
};

std::vector<GalaxyContent> galaxy_contents(const Scene& scene);

}  // namespace milkomeda
