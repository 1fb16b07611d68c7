// A scene's text with other values, and with others of those tables of which a file may have several.
#pragma once

#include <span>
#include <string>
#include <utility>

#include "data/scene/scene.hpp"

namespace milkomeda {

// The text of a scene's file, letter by letter but for its tables [[camera.keyframe]], [[change]] or
// [[milestone]]: these are replaced by new ones at the end. Throw std::runtime_error with one line for a text
// in which they cannot be.
std::string with_key_frames(const std::string& text, std::span<const SceneKeyFrame> keys);
std::string with_changes(const std::string& text, std::span<const SceneChange> changes);
std::string with_milestones(const std::string& text, std::span<const SceneMilestone> milestones);

// The same with these values, as --set has them: each in the place of the key's own one, or at the end of its
// table, which comes last where there was none.
std::string with_settings(const std::string& text,
                          std::span<const std::pair<std::string, std::string>> settings);

}  // namespace milkomeda
