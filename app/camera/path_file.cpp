#include "app/camera/path_file.hpp"

#include <cmath>
#include <glm/gtc/constants.hpp>

#include "app/options/options.hpp"
#include "app/output/output_file.hpp"
#include "data/files/small_file.hpp"
#include "data/scene/scene_key_frames.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

// To the fifth decimal, 0.04 parsecs: more digits would only be hard to read.
double rounded(double value) {
    return std::round(value * 1e5) / 1e5;
}

std::array<double, 3> rounded(const glm::vec3& v) {
    return {rounded(v.x), rounded(v.y), rounded(v.z)};
}

SceneKeyFrame scene_key_frame(const KeyFrame& key) {
    SceneKeyFrame written;
    written.time = rounded(key.time);
    written.position = rounded(position(key.camera));
    written.target = rounded(key.camera.target);
    written.field_of_view_degrees = std::round(glm::degrees(key.camera.fov_radians) * 1e3) / 1e3;
    written.projection = name_of(key.camera.projection);
    return written;
}

}  // namespace

fs::path save_scene_with_path(const std::string& file, const std::string& source, const AssetSource& assets,
                              const CameraPath& path) {
    if (!is_scene_name(source, assets))
        throw UsageError("a path is saved with its scene, and " + source + " is a file of particles");
    if (!file.ends_with(".toml")) throw UsageError("'" + file + "': the file of a scene ends in .toml");
    if (path.empty()) throw UsageError("there are no key frames to save");
    std::vector<SceneKeyFrame> keys;
    for (const KeyFrame& key : path.keys()) keys.push_back(scene_key_frame(key));
    const std::string text = with_key_frames(scene_text(source, assets), keys);

    fs::path wanted = file;
    if (source.ends_with(".toml") && !wanted.has_parent_path())
        wanted = fs::path{source}.parent_path() / wanted;
    require_writable(wanted);
    wanted = unused_name(wanted);
    write_small_file(wanted, text);
    return wanted;
}

}  // namespace milkomeda
