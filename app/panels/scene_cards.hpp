// What the gallery shows of each scene: those that ship, and a person's own in the folder that they are in.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "assets/assets.hpp"

namespace milkomeda {

struct SceneCard {
    std::string source;  // what loads it
    std::string title, watch;
    std::string trouble{};    // why it cannot be loaded, and what to do; empty: it can
    std::string text{};       // of its file
    double picture_time = 0;  // the moment to show of it
    std::string picture{};    // the name of that picture's file (Thumbnails)
};

// Those of a folder's .toml files that describe galaxies come after those that ship.
std::vector<SceneCard> scene_cards(const Assets& assets, const std::filesystem::path& folder);

}  // namespace milkomeda
