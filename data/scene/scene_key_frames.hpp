// A scene's text with another path of its camera.
#pragma once

#include <span>
#include <string>

#include "data/scene/scene.hpp"

namespace milkomeda {

// The text of a scene's file, letter by letter but for its [[camera.keyframe]] tables: these are replaced by
// new ones at the end. Throws std::runtime_error with one line for a text in which they cannot be.
std::string with_key_frames(const std::string& text, std::span<const SceneKeyFrame> keys);

}  // namespace milkomeda
