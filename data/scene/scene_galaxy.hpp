// A galaxy of a scene in its own frame: a model, or the particles of a file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "data/galaxies/galaxy_model.hpp"
#include "data/scene/scene.hpp"

namespace milkomeda {

// A table that the person fetched, or a file beside the scene's own.
std::filesystem::path file_of_galaxy(const Scene& scene, const std::string& name);

// A line on the first of its galaxies' files that is not there, and what to do; empty when all are.
std::string missing_file(const Scene& scene);

struct GalaxyContent {
    // Throws std::invalid_argument, or FileError (data/formats/formats.hpp) for files; both name line and
    // key.
    GalaxyContent(const Scene& scene, const SceneGalaxy& galaxy);

    std::optional<GalaxyModel> model;
    ParticleSet file;  // centered and at rest; empty if there is a model

    // With the scene's scales; the mass with that of the galaxy's perturbers.
    double mass, half_mass_radius;
};

std::vector<GalaxyContent> galaxy_contents(const Scene& scene);

}  // namespace milkomeda
