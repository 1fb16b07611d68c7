// Editing of a scene's text: replaces values and repeated tables.
#pragma once

#include <span>
#include <string>
#include <utility>

#include "data/scene/scene.hpp"

namespace milkomeda {

// Return the text of a scene file in which the tables [[camera.keyframe]], [[change]] or [[milestone]] are
// replaced by new tables at the end; all other text stays unchanged. Throw std::runtime_error with one line
// if the text cannot be edited.
std::string with_key_frames(const std::string& text, std::span<const SceneKeyFrame> keys);
std::string with_changes(const std::string& text, std::span<const SceneChange> changes);
std::string with_milestones(const std::string& text, std::span<const SceneMilestone> milestones);

// Returns the text with new values, given as for --set. A value replaces the key's existing value, or is
// added at the end of its table; missing tables are added at the end of the text. Throws like the functions
// above.
std::string with_settings(const std::string& text,
                          std::span<const std::pair<std::string, std::string>> settings);

}  // namespace milkomeda
