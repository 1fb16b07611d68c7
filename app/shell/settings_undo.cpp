#include "app/shell/settings_undo.hpp"

#include "app/cli/usage_error.hpp"
#include "app/scene/shown_parts.hpp"

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
    for (const ShownPart& part : shown_parts(initial.particles.components))
        settings.shown[full_name(part.names)] = part.is_shown(initial.shown);
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
    for (const ShownPart& part : shown_parts(run_.loaded.initial().particles.components))
        part.show(settings.shown.at(full_name(part.names)), run_.loaded.shown());
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
