// The scene as a person keeps it: with the camera's path, and with what was done to its galaxies.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "data/scene/scene.hpp"
#include "render/camera/camera_path.hpp"

namespace milkomeda {

// Writes the scene `source` with this path and these changes instead of its own, with the values of --set,
// and without the milestones that lie after the first change; NAME-2.toml where NAME.toml exists. A name
// without a folder goes beside a person's own scene, whose files may lie there. Returns the file. Throws
// UsageError for what is no scene and for another extension, std::runtime_error when it cannot be written.
std::filesystem::path save_scene(const std::string& file, const std::string& source,
                                 const AssetSource& assets, const CameraPath& path,
                                 std::span<const SceneChange> changes,
                                 std::span<const std::pair<std::string, std::string>> settings = {});

}  // namespace milkomeda
