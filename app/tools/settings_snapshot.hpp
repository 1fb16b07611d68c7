// The values of all settings of simulation, picture and camera at one moment, and the description of changes.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "app/cli/annotation_set.hpp"
#include "app/tools/extra_settings.hpp"
#include "data/simulation/parameters.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

struct SettingsSnapshot {
    SimulationParameters parameters{};
    Look look{};
    AnnotationSet annotations{};
    std::map<std::string, bool> shown = {};  // visibility of the components by full name
    std::vector<ExtraSettingValue> others{};
};

// Describes the change in words: "softening 0.05 -> 0.1", "preset infrared", "color by speed -> density, and
// 2 more". Empty without a change.
std::string words_for_change(const SettingsSnapshot& before, const SettingsSnapshot& after);

// Returns `now` with every value that differs between `before` and `after` replaced by its value in `after`.
SettingsSnapshot with_change(SettingsSnapshot now, const SettingsSnapshot& before,
                             const SettingsSnapshot& after);

// Detects changes of settings by the user. Values that change continuously, as during the drag of a slider,
// give one change.
class SettingsWatch {
  public:
    struct Change {
        SettingsSnapshot before, after;
    };

    // Call once per frame. While `busy` (a control is held), changes are collected; the complete change is
    // returned after the release.
    std::optional<Change> look_at(const SettingsSnapshot& now, bool busy);

    // Takes `now` as known, because the program itself has changed settings: by another scene, or by undo.
    void begin(const SettingsSnapshot& now) { known_ = now; }
    // Takes the differences between `before` and `after` as known, because the program has made them, such as
    // motions of the camera.
    void excuse(const std::vector<ExtraSettingValue>& before, const std::vector<ExtraSettingValue>& after);

  private:
    std::optional<SettingsSnapshot> known_;
};

}  // namespace milkomeda
