#include "app/viewport/scene_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

#include "app/cli/usage_error.hpp"
#include "app/io/output_file.hpp"
#include "data/files/small_file.hpp"
#include "data/scene/scene_tables.hpp"
#include "data/system/unused_name.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

// Rounds to five decimals (0.04 parsecs), to keep the file readable.
double rounded(double value) { return std::round(value * 1e5) / 1e5; }

std::array<double, 3> rounded(const glm::vec3& v) { return {rounded(v.x), rounded(v.y), rounded(v.z)}; }

SceneKeyFrame scene_key_frame(const KeyFrame& key) {
    SceneKeyFrame written;
    written.time = rounded(key.time);
    written.position = rounded(position(key.camera));
    written.target = rounded(key.camera.target);
    written.field_of_view_degrees = std::round(glm::degrees(key.camera.fov_radians) * 1e3) / 1e3;
    written.projection = name_of(key.camera.projection);
    return written;
}

// Removes the milestones (times of remarkable events) after the first change of the galaxies, because these times were
// measured in a run without the change.
std::string without_late_milestones(const std::string& text, const Scene& scene, double first_change) {
    std::vector<SceneMilestone> kept = scene.milestones;
    std::erase_if(kept, [&](const SceneMilestone& milestone) { return milestone.time > first_change; });
    return kept.size() < scene.milestones.size() ? with_milestones(text, kept) : text;
}

// Returns true if the setting, a pair of key and value, changes a galaxy or the orbit.
bool is_of_galaxies(const std::pair<std::string, std::string>& setting) {
    return setting.first.starts_with("orbit.") || setting.first.starts_with("galaxy.");
}

}  // namespace

std::vector<SceneKeyFrame> scene_key_frames(const CameraPath& path) {
    std::vector<SceneKeyFrame> keys;
    for (const KeyFrame& key : path.keys()) keys.push_back(scene_key_frame(key));
    return keys;
}

fs::path save_scene(const std::string& file, const std::string& source, const AssetSource& assets,
                    const CameraPath& path, std::span<const SceneChange> changes,
                    std::span<const std::pair<std::string, std::string>> settings) {
    if (!is_scene_name(source, assets))
        throw UsageError(fmt::format("{} cannot be saved as a scene: it is a particle file", source));
    if (!file.ends_with(".toml"))
        throw UsageError(fmt::format("'{}': the name of a scene file must end in .toml", file));
    std::string text = with_settings(scene_text(source, assets), settings);
    text = with_changes(with_key_frames(text, scene_key_frames(path)), changes);
    if (std::ranges::any_of(settings, is_of_galaxies))
        text = with_milestones(text, {});
    else if (!changes.empty())
        text = without_late_milestones(text, load_scene(source, assets), *changes.front().time);

    fs::path wanted = file;
    if (source.ends_with(".toml") && !wanted.has_parent_path()) wanted = fs::path{source}.parent_path() / wanted;
    require_writable(wanted);
    wanted = unused_name(wanted);
    write_small_file(wanted, text);
    return wanted;
}

}  // namespace milkomeda
