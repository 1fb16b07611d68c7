// Undoable settings that are neither parameters nor look nor annotations: camera motion, drawing detail and
// playback. Each setting has a getter and a setter.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace milkomeda {

class CameraRig;
class QualityController;
class LoadedScene;
class Ui;
class Window;

// Value of a setting. An empty std::optional<double> means automatic.
using ExtraValue = std::variant<bool, double, std::optional<double>, std::string>;

struct ExtraSettingValue {
    std::string name;  // name in messages, such as "field of view"
    ExtraValue value;
};

struct ExtraSetting {
    std::string name;
    std::function<ExtraValue()> get;
    std::function<void(const ExtraValue&)> set;  // throws UsageError if the scene lacks the named object
};

// Returns the settings in the order in which undo restores their values. The settings keep references to all arguments.
std::vector<ExtraSetting> extra_settings(CameraRig& camera, LoadedScene& loaded, QualityController& quality, Ui& ui,
                                         Window& window);

// Returns the value as text, such as "45", "off", "auto" or "perspective"; "nothing" for an empty name.
std::string words_of(const ExtraValue& value);

// Returns a copy of `now`, in which the values that differ between `before` and `after` are those of `after`.
std::vector<ExtraSettingValue> with_change(std::vector<ExtraSettingValue> now,
                                           const std::vector<ExtraSettingValue>& before,
                                           const std::vector<ExtraSettingValue>& after);

}  // namespace milkomeda
