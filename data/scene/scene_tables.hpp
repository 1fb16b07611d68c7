// Editing of a scene file's text: replaces values of keys, and arrays of tables such as [[change]].
#pragma once

#include <span>
#include <string>
#include <utility>

#include "data/scene/scene.hpp"

namespace milkomeda {

// Return the text of a scene file with the tables [[camera.keyframe]], [[change]] or [[milestone]] replaced
// by new tables at the end. All other text is unchanged. Throw std::runtime_error with a one-line message if
// the text cannot be edited.
std::string with_key_frames(const std::string& text, std::span<const SceneKeyFrame> keys);
std::string with_changes(const std::string& text, std::span<const SceneChange> changes);
std::string with_milestones(const std::string& text, std::span<const SceneMilestone> milestones);

// Returns the text with new values for keys, given as for option --set. A value replaces the key's existing
// value, or is added at the end of its table. Missing tables are added at the end of the text. Throws
// std::runtime_error with a one-line message if the text cannot be edited.
std::string with_settings(const std::string& text, std::span<const std::pair<std::string, std::string>> settings);

}  // namespace milkomeda
