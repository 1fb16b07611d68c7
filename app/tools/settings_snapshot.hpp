// All that a person has set of the simulation, the picture and the camera, and what was changed of it, in
// words.
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
    std::map<std::string, bool> shown = {};  // components, by their full names
    std::vector<ExtraSettingValue> others{};
};

// "softening 0.05 -> 0.1", "preset infrared", "color by speed -> density, and 2 more"; empty where nothing
// was changed.
std::string words_for_change(const SettingsSnapshot& before, const SettingsSnapshot& after);

// `now`, but what differs between `before` and `after` is as it is after.
SettingsSnapshot with_change(SettingsSnapshot now, const SettingsSnapshot& before, const SettingsSnapshot& after);

// Watches what a person sets. All that is changed without a pause, as by the drag of a slider, is one change.
class SettingsWatch {
  public:
    struct Change {
        SettingsSnapshot before, after;
    };

    // Once a frame; `busy`: a control is still held. A change is told when it is whole.
    std::optional<Change> look_at(const SettingsSnapshot& now, bool busy);

    // What is different now is nobody's choice: another scene, or something undone.
    void begin(const SettingsSnapshot& now) { known_ = now; }
    // The same for what changed between these: the camera moves by itself, too.
    void excuse(const std::vector<ExtraSettingValue>& before, const std::vector<ExtraSettingValue>& after);

  private:
    std::optional<SettingsSnapshot> known_;
};

}  // namespace milkomeda
