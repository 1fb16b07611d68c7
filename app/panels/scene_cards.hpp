// The cards of the gallery: the shipped scenes, and the user's scenes in the current folder.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "assets/assets.hpp"

namespace milkomeda {

struct SceneCard {
    std::string source;  // name or file that loads the scene
    std::string title, watch;
    std::string trouble{};    // why the scene cannot be loaded, and what to do; empty if it can
    std::string text{};       // text of the scene file
    double picture_time = 0;  // model time at which the picture shows the scene
    std::string picture{};    // file name of the picture in the cache (see Thumbnails)
};

// Returns the shipped scenes, then the scenes among the .toml files of `folder`.
std::vector<SceneCard> scene_cards(const Assets& assets, const std::filesystem::path& folder);

}  // namespace milkomeda
