// Creates undo entries for settings: detects the user's changes of parameters, look, camera and Scene panel.
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

    // Adds an undo entry for the settings that changed since the last call. Waits while the user holds a
    // control. Must be called once a frame.
    void record_changes();
    // Accepts the present settings without an undo entry, because the program has changed them itself.
    void accept() { watch_.begin(snapshot()); }
    // Forgets the known settings. Must be called when another scene was loaded.
    void forget() { watch_ = {}; }
    // Calls `move`, and accepts its changes of the camera without an undo entry.
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
