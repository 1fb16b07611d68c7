// What panels and keys set besides parameters, look, and annotations: how the camera moves, how much is
// drawn, how a series is played. One row for each, so that all of it can be undone.
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

using ExtraValue = std::variant<bool, double, std::optional<double>, std::string>;  // empty: automatic

struct ExtraSettingValue {
    std::string name;  // "field of view"
    ExtraValue value;
};

struct ExtraSetting {
    std::string name;
    std::function<ExtraValue()> get;
    std::function<void(const ExtraValue&)> set;  // throws UsageError for what the scene lacks
};

// In the order in which they are to be put back; valid as long as all of these are.
std::vector<ExtraSetting> extra_settings(CameraRig& camera, LoadedScene& loaded, QualityController& cost, Ui& ui,
                                 Window& window);

// "45", "off", "auto", "perspective"; "nothing" for no name.
std::string words_of(const ExtraValue& value);

// `now`, but what differs between `before` and `after` is as it is after.
std::vector<ExtraSettingValue> with_change(std::vector<ExtraSettingValue> now, const std::vector<ExtraSettingValue>& before,
                                     const std::vector<ExtraSettingValue>& after);

}  // namespace milkomeda
