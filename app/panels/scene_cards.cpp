#include "app/panels/scene_cards.hpp"

#include <algorithm>
#include <iterator>

#include "app/scene/encounter_source.hpp"
#include "data/encounter/encounter_orbit.hpp"
#include "data/scene/scene.hpp"
#include "data/scene/scene_galaxy.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> toml_files(const fs::path& folder) {
    std::vector<std::string> files;
    std::error_code error;
    for (fs::directory_iterator entry{folder, error}, end; !error && entry != end; entry.increment(error))
        if (entry->path().extension() == ".toml") files.push_back(entry->path().lexically_normal().string());
    std::ranges::sort(files);
    return files;
}

}  // namespace

SceneCard scene_card(const std::string& source, const Assets& assets) {
    SceneCard card{.source = source, .title = source, .watch = {}};
    try {
        card.text = scene_text(source, assets);
        const Scene scene = load_scene(source, assets);
        card.title = scene.title;
        card.watch = scene.watch;
        card.picture_time = scene.picture_time;
        card.trouble = missing_file(scene);
    } catch (const std::exception& error) {  // the user may be editing the scene file
        card.trouble = error.what();
    }
    return card;
}

std::vector<SceneCard> scene_cards(const Assets& assets, const fs::path& folder) {
    std::vector<SceneCard> cards;
    for (const std::string& name : scene_names(assets)) cards.push_back(scene_card(name, assets));
    for (const std::string& file : toml_files(folder)) {
        SceneCard card = scene_card(file, assets);
        // A .toml file without galaxies belongs to another program.
        const bool is_scene = card.text.find("[galaxy.") != card.text.npos;
        if (is_scene) cards.push_back(std::move(card));
    }
    return cards;
}

std::vector<SceneCard> pair_cards(const Assets& assets) {
    std::vector<SceneCard> named, numbered;
    for (const auto& [model, pair] : published_pairs(assets)) {
        const std::string& title = pair.names.front();
        std::vector<SceneCard>& cards = title == usual_names(pair.model).names.front() ? numbered : named;
        cards.push_back({.source = encounter_source(pair.model),
                         .title = title,
                         .watch = closest_approach_text(model),
                         .text = spam_line(model)});
    }
    named.insert(named.end(), std::make_move_iterator(numbered.begin()), std::make_move_iterator(numbered.end()));
    return named;
}

}  // namespace milkomeda
