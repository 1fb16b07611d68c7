// Saves a scene with the user's camera path and galaxy changes.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "data/scene/scene.hpp"
#include "render/camera/camera_path.hpp"

namespace milkomeda {

// Writes a copy of the scene `source` with this path, these changes and the settings of --set. Milestones
// after the first change are left out. If NAME.toml exists, the file is NAME-2.toml. A name without a folder
// refers to the folder of the user's own scene, which may use files there. Returns the file. Throws
// UsageError if `source` is not a scene or the extension is wrong, and std::runtime_error if the file cannot
// be written.
std::filesystem::path save_scene(const std::string& file, const std::string& source,
                                 const AssetSource& assets, const CameraPath& path,
                                 std::span<const SceneChange> changes,
                                 std::span<const std::pair<std::string, std::string>> settings = {});

}  // namespace milkomeda
