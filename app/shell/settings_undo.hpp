// Adds undo entries for settings, by detecting the user's changes of parameters, look, camera and Scenes card.
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

    // Adds an undo entry for the settings that have changed since the last call, after the user has released the
    // changed control. Must be called once a frame.
    void record_changes();
    // Accepts changes that the program has made to the settings, without an undo entry.
    void accept() { watch_.begin(snapshot()); }
    // Forgets the settings of the last call of record_changes(). Must be called when a scene was loaded.
    void forget() { watch_ = {}; }
    // Calls `move`, which may change the camera. Accepts the changes of the camera without an undo entry.
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
