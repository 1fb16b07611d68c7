#include "app/shell/settings_undo.hpp"

#include "app/cli/usage_error.hpp"

namespace milkomeda {

SettingsUndo::SettingsUndo(Screen& screen, ActiveRun& run, ViewState& view, ScenePanel& scene_panel, History& history)
    : screen_{screen},
      run_{run},
      view_{view},
      history_{history},
      extra_settings_{extra_settings(view.camera, run.loaded, view.quality, screen.ui, screen.window)} {
    extra_settings_.push_back(
        {"scene to load", [&scene_panel]() -> ExtraValue { return scene_panel.draft_name(); },
         [&scene_panel](const ExtraValue& value) { scene_panel.restore_draft(std::get<std::string>(value)); }});
}

SettingsSnapshot SettingsUndo::snapshot() const {
    SettingsSnapshot settings{run_.parameters, view_.look, view_.annotations.shown, {}, extra_values()};
    const SceneSetup& initial = run_.loaded.initial();
    for (std::size_t c = 0; c < initial.shown.size(); ++c)
        settings.shown[full_name(initial.particles.components[c])] = initial.shown[c];
    return settings;
}

std::vector<ExtraSettingValue> SettingsUndo::extra_values() const {
    std::vector<ExtraSettingValue> values;
    for (const ExtraSetting& setting : extra_settings_) values.push_back({setting.name, setting.get()});
    return values;
}

void SettingsUndo::move_camera(const std::function<void()>& move) {
    const std::vector<ExtraSettingValue> before = extra_values();
    move();
    watch_.excuse(before, extra_values());
}

void SettingsUndo::apply(const SettingsSnapshot& settings) {
    run_.parameters = settings.parameters;
    view_.look = settings.look;
    view_.annotations.shown = settings.annotations;
    const std::vector<Component>& components = run_.loaded.initial().particles.components;
    for (std::size_t c = 0; c < components.size(); ++c)
        run_.loaded.shown()[c] = settings.shown.at(full_name(components[c]));
    for (std::size_t i = 0; i < extra_settings_.size(); ++i) apply(extra_settings_[i], settings.others[i].value);
    accept();
}

// Sets one setting to a value of an undo entry. If the value names a body or galaxy that no longer exists, shows a
// notice and leaves the setting unchanged.
void SettingsUndo::apply(const ExtraSetting& setting, const ExtraValue& value) try {
    if (setting.get() != value) setting.set(value);
} catch (const UsageError& error) {
    screen_.notices.hint(error.what());
}

void SettingsUndo::record_changes() {
    const auto change = watch_.look_at(snapshot(), screen_.ui.is_being_edited());
    if (!change) return;
    const auto& [before, after] = *change;
    history_.add({.name = words_for_change(before, after),
                  .undo = [this, before = before, after = after] { apply(with_change(snapshot(), after, before)); },
                  .redo = [this, before = before, after = after] { apply(with_change(snapshot(), before, after)); }});
}

}  // namespace milkomeda
