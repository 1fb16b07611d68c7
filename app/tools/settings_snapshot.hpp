// The values of all settings of simulation, picture and camera, and descriptions of their changes.
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
    std::map<std::string, bool> shown = {};  // visibility of each part (app/scene/shown_parts.hpp), by its full name
    std::vector<ExtraSettingValue> others{};
};

// Returns a description of the change, such as "softening 0.05 -> 0.1", "preset infrared" or "color by speed
// -> density, and 2 more"; empty if nothing changed.
std::string words_for_change(const SettingsSnapshot& before, const SettingsSnapshot& after);

// Returns a copy of `now`, in which the values that differ between `before` and `after` are those of `after`.
SettingsSnapshot with_change(SettingsSnapshot now, const SettingsSnapshot& before, const SettingsSnapshot& after);

// Detects the user's changes of settings. A continuous change, such as the drag of a slider, counts as one change.
class SettingsWatch {
  public:
    struct Change {
        SettingsSnapshot before, after;
    };

    // Must be called once a frame. While `busy` is true (the user holds a control), collects changes and returns an
    // empty optional; after the release, returns the complete change.
    std::optional<Change> look_at(const SettingsSnapshot& now, bool busy);

    // Takes `now` as the new starting point for the detection, because the program itself has changed settings, for
    // example by undo.
    void begin(const SettingsSnapshot& now) { known_ = now; }
    // Excludes the differences between `before` and `after` from the detection, because the program itself has changed
    // these settings, for example by moving the camera.
    void excuse(const std::vector<ExtraSettingValue>& before, const std::vector<ExtraSettingValue>& after);

  private:
    std::optional<SettingsSnapshot> known_;
};

}  // namespace milkomeda
