// Undo entries for settings: watches what the user changes of parameters, look, camera and scene draft.
#pragma once

#include <functional>
#include <vector>

#include "app/panels/scene_panel.hpp"
#include "app/shell/screen.hpp"
#include "app/shell/view_state.hpp"
#include "app/tools/history.hpp"
#include "app/tools/settings_snapshot.hpp"

namespace milkomeda {

class SettingsUndo {
  public:
    SettingsUndo(Screen& screen, ActiveRun& run, ViewState& view, ScenePanel& scene_panel, History& history);

    // Must be called once a frame: adds an undo entry for the settings changed since, once no control is
    // held.
    void record_changes();
    // The settings as they are now need no undo entry: something else has set them.
    void accept() { watch_.begin(snapshot()); }
    // Forgets all settings, because another scene was loaded.
    void forget() { watch_ = {}; }
    // Calls `move`, whose changes of the camera need no undo entry.
    void move_camera(const std::function<void()>& move);

  private:
    SettingsSnapshot snapshot() const;
    std::vector<ExtraSettingValue> extra_values() const;
    void apply(const SettingsSnapshot& settings);
    void apply(const ExtraSetting& setting, const ExtraValue& value);

    Screen& screen_;
    ActiveRun& run_;
    ViewState& view_;
    History& history_;
    std::vector<ExtraSetting> extra_settings_;
    SettingsWatch watch_;
};

}  // namespace milkomeda
