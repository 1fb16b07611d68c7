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
class DrawCost;
class LoadedScene;
class Ui;
class Window;

using OtherValue = std::variant<bool, double, std::optional<double>, std::string>;  // empty: automatic

struct OtherChoice {
    std::string name;  // "field of view"
    OtherValue value;
};

struct OtherRow {
    std::string name;
    std::function<OtherValue()> get;
    std::function<void(const OtherValue&)> set;  // throws UsageError for what the scene lacks
};

// In the order in which they are to be put back; valid as long as all of these are.
std::vector<OtherRow> other_rows(CameraRig& camera, LoadedScene& loaded, DrawCost& cost, Ui& ui,
                                 Window& window);

// "45", "off", "auto", "perspective"; "nothing" for no name.
std::string words_of(const OtherValue& value);

// `now`, but what differs between `before` and `after` is as it is after.
std::vector<OtherChoice> with_change(std::vector<OtherChoice> now, const std::vector<OtherChoice>& before,
                                     const std::vector<OtherChoice>& after);

}  // namespace milkomeda
