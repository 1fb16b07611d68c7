#include "app/scene/scene_draft.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/shell_words.hpp"
#include "app/scene/scene_setup.hpp"
#include "data/scene/scene_galaxy.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {

SceneOptions with_source(SceneOptions options, const std::string& source) {
    if (source != options.source) options.reading.columns.clear();  // another table has other columns
    options.source = source;
    options.selection.bodies.reset();
    options.camera.sky = options.camera.path = false;
    options.camera.follow.clear();
    std::erase_if(options.settings, sets_galaxies);
    return options;
}

std::vector<std::string> source_words(const SceneOptions& options) {
    std::vector<std::string> words{options.source};
    for (const auto& [key, value] : options.settings)
        words.insert(words.end(), {"--set", fmt::format("{}={}", key, value)});
    const Selection& selection = options.selection;
    if (selection.bodies) words.insert(words.end(), {"--bodies", std::to_string(*selection.bodies)});
    const auto scale = [&words](const char* option, double value) {
        if (value != 1) words.insert(words.end(), {option, exact_number(value)});
    };
    scale("--position-scale", selection.position_scale);
    scale("--velocity-scale", selection.velocity_scale);
    scale("--mass-scale", selection.mass_scale);
    return words;
}

std::string command_line(const SceneOptions& options) { return "milkomeda " + shell_line(source_words(options)); }

SceneDraft::SceneDraft(const SceneOptions& options, const Assets& assets) : options_{options}, assets_{&assets} {
    if (!is_scene_name(options.source, assets)) return;
    try {
        scene_ = own_ = load(options);
    } catch (const std::exception& error) {
        trouble_ = error.what();
        return;
    }
    try {
        SceneOptions plain = options;
        plain.settings.clear();
        own_ = load(plain);
    } catch (const std::exception&) {  // the file is invalid without the settings; own_ keeps the settings
    }
}

Scene SceneDraft::load(const SceneOptions& options) const {
    return load_scene(options.source, *assets_, options.settings);
}

void SceneDraft::set(const std::string& key, double value, double own) {
    SceneOptions changed = options_;
    auto& settings = changed.settings;
    const auto place = std::ranges::find(settings, key, [](const auto& setting) { return setting.first; });
    const auto at = place - settings.begin();
    std::erase_if(settings, [&key](const auto& setting) { return setting.first == key; });
    // The setting keeps its position, so that dragging a slider does not reorder the command line.
    if (value != own)
        settings.insert(settings.begin() + std::min(at, std::ssize(settings)), {key, exact_number(value)});
    try {
        scene_ = load(changed);
        options_ = changed;
        trouble_.clear();
    } catch (const std::exception& error) {
        trouble_ = error.what();
    }
}

std::vector<DraftGalaxy> SceneDraft::galaxies() {
    if (!scene_) return {};
    if (!sizes_) try {
            sizes_.emplace();
            Scene plain = *scene_;
            for (SceneGalaxy& galaxy : plain.galaxies) galaxy.mass_scale = galaxy.length_scale = 1;
            for (const GalaxyContent& content : galaxy_contents(plain))
                sizes_->push_back({content.mass, content.half_mass_radius});
        } catch (const std::exception& error) {
            galaxies_trouble_ = error.what();
        }
    std::vector<double> masses;
    for (std::size_t i = 0; i < sizes_->size(); ++i)
        masses.push_back((*sizes_)[i].mass * scene_->galaxies[i].mass_scale);
    if (masses.empty()) return {};
    const std::vector<GalaxyPlacement> placements = place_galaxies(*scene_, masses);
    std::vector<DraftGalaxy> galaxies;
    for (std::size_t i = 0; i < masses.size(); ++i) {
        const SceneGalaxy& galaxy = scene_->galaxies[i];
        const std::optional<DiskSpec>& disk = galaxy.model.disk;
        const double half = (*sizes_)[i].half_mass_radius * galaxy.length_scale;
        const double radius = disk ? disk->edge * disk->scale_length * galaxy.length_scale : half;
        galaxies.push_back({galaxy.name, masses[i], half, radius, disk || galaxy.file, placements[i]});
    }
    return galaxies;
}

std::optional<KeplerOrbit> orbit_of(const std::vector<DraftGalaxy>& galaxies) {
    if (galaxies.size() != 2) return std::nullopt;
    const GalaxyPlacement &first = galaxies[0].placement, &second = galaxies[1].placement;
    return kepler_orbit(second.center - first.center, second.velocity - first.velocity,
                        galaxies[0].mass + galaxies[1].mass);
}

}  // namespace milkomeda
