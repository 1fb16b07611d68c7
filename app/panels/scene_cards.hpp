// The cards of the gallery: scenes shipped with the program, the user's scenes in the current folder, and published
// models of pairs of galaxies.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "assets/assets.hpp"

namespace milkomeda {

struct SceneCard {
    std::string source;  // name or file of the scene, or the source of a restricted encounter
    std::string title, watch;
    // reason why the scene cannot be loaded, and a remedy; empty if the scene can be loaded
    std::string trouble{};
    std::string text{};       // text of the scene file, or the parameters of the encounter
    double picture_time = 0;  // model time that the picture of the card shows
    std::string preset{};     // name of the look's preset in the picture; empty for the preset of the scene
    std::string picture{};    // file name of the card's picture in the cache folder (see Thumbnails)
};

// Returns the card of a scene or scene file. If the scene cannot be loaded, the card says why.
SceneCard scene_card(const std::string& source, const Assets& assets);

// Returns the cards of the shipped scenes, then the cards of the scene files (.toml) in `folder`.
std::vector<SceneCard> scene_cards(const Assets& assets, const std::filesystem::path& folder);

// Returns the cards of the published models of pairs of galaxies: first the pairs with usual names, then the pairs that
// have only a number.
std::vector<SceneCard> pair_cards(const Assets& assets);

}  // namespace milkomeda
