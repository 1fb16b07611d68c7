// Settings of panels and keys besides parameters, look and annotations: camera motion, drawing detail,
// playback. Each setting is a row with a getter and a setter, so that its changes can be undone.
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

// An empty optional means automatic.
using ExtraValue = std::variant<bool, double, std::optional<double>, std::string>;

struct ExtraSettingValue {
    std::string name;  // name in messages, such as "field of view"
    ExtraValue value;
};

struct ExtraSetting {
    std::string name;
    std::function<ExtraValue()> get;
    std::function<void(const ExtraValue&)> set;  // Throws UsageError if the scene lacks what the value names.
};

// Returns the settings in the order in which they must be restored. The rows refer to all arguments.
std::vector<ExtraSetting> extra_settings(CameraRig& camera, LoadedScene& loaded, QualityController& cost,
                                         Ui& ui, Window& window);

// Formats a value: "45", "off", "auto", "perspective"; "nothing" for an empty name.
std::string words_of(const ExtraValue& value);

// Returns `now` with every value that differs between `before` and `after` replaced by its value in `after`.
std::vector<ExtraSettingValue> with_change(std::vector<ExtraSettingValue> now,
                                           const std::vector<ExtraSettingValue>& before,
                                           const std::vector<ExtraSettingValue>& after);

}  // namespace milkomeda
