#include "data/scene/scene.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "data/files/small_file.hpp"
#include "data/scene/scene_check.hpp"
#include "data/scene/scene_keys.hpp"
#include "data/scene/scene_values.hpp"
#include "data/system/file_error.hpp"
#include "data/text/did_you_mean.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

constexpr std::string_view scene_folder = "data/scenes", file_ending = ".toml";

std::string origin_of(const std::string& file, const toml::node& node) {
    return file + ":" + std::to_string(node.source().begin.line);
}

// Returns the keys in the order of the file, which determines the order of galaxies. The key `like` of a galaxy comes
// first, because it copies a whole model, parts of which the other keys then replace.
std::vector<std::pair<std::string, const toml::node*>> in_order(const toml::table& table) {
    std::vector<std::pair<std::string, const toml::node*>> entries;
    for (const auto& [name, value] : table) entries.emplace_back(name.str(), &value);
    std::ranges::stable_sort(entries, {}, [](const auto& entry) { return entry.second->source().begin.line; });
    std::stable_partition(entries.begin(), entries.end(), [](const auto& entry) { return entry.first == "like"; });
    return entries;
}

// Returns true for paths with more levels than any valid key. The check limits the recursion of set_all(), because
// inline tables can be nested much more deeply.
bool is_too_deep(std::string_view path) { return static_cast<std::size_t>(std::ranges::count(path, '.')) > most_dots; }

void set_all(Scene& scene, const std::string& file, const std::string& prefix, const toml::table& table) {
    for (const auto& [name, value] : in_order(table)) {
        const std::string path = prefix + name, origin = origin_of(file, *value);
        if (const toml::table* const inner = value->as_table(); inner && !is_too_deep(path)) {
            if (prefix == "galaxy.") add_scene_galaxy(scene, origin, name);
            scene.origins.emplace(path, origin);
            set_all(scene, file, path + ".", *inner);
        } else if (comes_in_tables(path) && value->is_array_of_tables()) {
            for (const toml::node& entry : *value->as_array()) {
                add_scene_table(scene, origin_of(file, entry), path);
                set_all(scene, file, path + ".", *entry.as_table());
            }
        } else {
            set_scene_key(scene, origin, path, *value);
        }
    }
}

void set_from_file(Scene& scene, const std::string& file, const std::string& text) {
    if (const auto line = line_of_deep_key(text))
        throw std::invalid_argument(fmt::format(
            "{}:{}: a key has more than {} dots, but every valid key of a scene has fewer", file, *line, most_dots));
    try {
        set_all(scene, file, "", toml::parse(text));
    } catch (const toml::parse_error& error) {
        const toml::source_position& place = error.source().begin;
        throw std::invalid_argument(fmt::format("{}:{}:{}: {}", file, place.line, place.column, error.description()));
    }
}

void set_from_setting(Scene& scene, const std::string& path, const std::string& value) {
    constexpr std::pair<std::string_view, std::string_view> many[] = {{"camera.keyframe", "key frames"},
                                                                      {"milestone", "milestones"},
                                                                      {"change", "changes"},
                                                                      {"perturber", "perturbers"}};
    for (const auto& [table, what] : many)
        if (path == table || path.starts_with(std::string{table} + "."))
            throw std::invalid_argument(fmt::format(
                "--set {}: only a scene file can set {}, because --set cannot name a single entry of a list", path,
                what));
    set_scene_key(scene, "--set " + path + "=" + value, path, *setting_of(value).get("value"));
}

std::string own_file(const std::string& path) try {
    const auto text = read_small_file(path);
    if (!text) throw std::invalid_argument(path + ": there is no such scene file");
    return *text;
} catch (const FileError& error) {
    throw std::invalid_argument(error.what());
}

bool is_own(std::string_view name) { return name.ends_with(file_ending); }

std::string file_of(std::string_view name) {
    return is_own(name) ? std::string(name) : fmt::format("{}/{}{}", scene_folder, name, file_ending);
}

std::size_t rank_of(const std::string& name, const AssetSource& assets) try {
    return load_scene(name, assets).rank;
    // a scene with errors is unranked, for example while it is being edited; loading it reports the errors
} catch (const std::exception&) {
    return Scene::unranked;
}

}  // namespace

std::vector<std::string> scene_names(const AssetSource& assets) {
    std::vector<std::pair<std::size_t, std::string>> ranked;
    for (const std::string& file : assets.list(scene_folder))
        if (file.ends_with(file_ending)) {
            const std::string name = std::filesystem::path(file).stem().string();
            ranked.emplace_back(rank_of(name, assets), name);
        }
    std::ranges::sort(ranked);
    std::vector<std::string> names;
    for (auto& [rank, name] : ranked) names.push_back(std::move(name));
    return names;
}

bool is_scene_name(std::string_view name, const AssetSource& assets) {
    const std::vector<std::string> files = assets.list(scene_folder);
    return is_own(name) || std::ranges::find(files, file_of(name)) != files.end();
}

std::string scene_text(std::string_view name, const AssetSource& assets) {
    return is_own(name) ? own_file(file_of(name)) : assets.read(file_of(name));
}

Scene load_scene(std::string_view name, const AssetSource& assets,
                 const std::vector<std::pair<std::string, std::string>>& settings) {
    if (!is_scene_name(name, assets)) {
        const std::vector<std::string> names = scene_names(assets);
        throw std::invalid_argument(
            fmt::format("there is no scene '{}'; there are: {}{}", name, join(names), did_you_mean(name, names)));
    }
    Scene scene = scene_of_text(file_of(name), scene_text(name, assets), settings);
    scene.name = name;
    return scene;
}

bool has_gas(const Scene& scene) {
    return std::ranges::any_of(scene.galaxies, [](const SceneGalaxy& galaxy) { return galaxy.model.gas.has_value(); });
}

void leave_out_gas(Scene& scene) {
    scene.with_gas = false;
    for (SceneGalaxy& galaxy : scene.galaxies) galaxy.model.gas.reset();
}

namespace {

// If only galaxies state the temperature of their gas, the gas of the run has the temperature of the first one.
void set_gas_temperature(Scene& scene) {
    if (scene.origins.contains("gas.temperature")) return;
    for (const SceneGalaxy& galaxy : scene.galaxies)
        if (galaxy.model.gas && galaxy.model.gas->temperature) {
            scene.simulation.gas.temperature = *galaxy.model.gas->temperature;
            return;
        }
}

}  // namespace

Scene scene_of_text(const std::string& name, const std::string& text,
                    const std::vector<std::pair<std::string, std::string>>& settings) {
    Scene scene;
    scene.name = name;
    set_from_file(scene, name, text);
    for (const auto& [path, value] : settings) set_from_setting(scene, path, value);
    if (!scene.with_gas) leave_out_gas(scene);
    set_gas_temperature(scene);
    // A two-dimensional box does not use the walls in z, so they get their default positions.
    if (scene.mixed && scene.mixed->dimensions == 2)
        scene.mixed->least.z = MixedBox{}.least.z, scene.mixed->most.z = MixedBox{}.most.z;
    check_scene(scene, name);
    return scene;
}

}  // namespace milkomeda
