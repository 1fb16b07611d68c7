// The camera's path as a person keeps it: in a scene of their own.
#pragma once

#include <filesystem>
#include <string>

#include "data/scene/scene.hpp"
#include "render/camera/camera_path.hpp"

namespace milkomeda {

// Writes the scene `source` with this path instead of its own; NAME-2.toml where NAME.toml exists. A name
// without a folder goes beside a person's own scene, whose files may lie there. Returns the file. Throws
// UsageError for what is no scene and for another extension, std::runtime_error when it cannot be written.
std::filesystem::path save_scene_with_path(const std::string& file, const std::string& source,
                                           const AssetSource& assets, const CameraPath& path);

}  // namespace milkomeda
