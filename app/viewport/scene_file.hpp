// Saves a scene together with the user's camera path and changes of galaxies.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "data/scene/scene.hpp"
#include "render/camera/camera_path.hpp"

namespace milkomeda {

// Returns the key frames of a camera path as a scene file stores them, with rounded numbers.
std::vector<SceneKeyFrame> scene_key_frames(const CameraPath& path);

// Writes a copy of the scene `source` with the camera path `path`, the galaxy changes `changes` and the values that the
// option --set has given, `settings`. Omits the milestones after the first change, and all milestones if `settings`
// change a galaxy or the orbit. Returns the path of the written file.
//
// If NAME.toml exists, writes NAME-2.toml. A file name without a folder means the folder of the user's scene file,
// because the scene may refer to files in this folder. Throws UsageError if `source` is not a scene or if the extension
// is wrong. Throws std::runtime_error if the file cannot be written.
std::filesystem::path save_scene(const std::string& file, const std::string& source, const AssetSource& assets,
                                 const CameraPath& path, std::span<const SceneChange> changes,
                                 std::span<const std::pair<std::string, std::string>> settings = {});

}  // namespace milkomeda
