#include "app/shell/persistence.hpp"

#include <fmt/format.h>
#include <algorithm>

#include "app/io/log.hpp"
#include "app/io/user_folders.hpp"
#include "app/scene/state_file.hpp"
#include "data/base/units.hpp"
#include "data/formats/formats.hpp"

namespace milkomeda {

Persistence::Persistence(const StoredSettings& stored, const Parts& parts)
    : auto_save{parts.screen, parts.run, parts.view, stored.folder ? state_folder() : std::nullopt,
                parts.run.options.auto_save.value_or(stored.settings.auto_save_seconds)},
      recent{stored.settings.recent},
      folder_{stored.folder},
      p_{parts},
      state_writer_{parts.screen, parts.run, parts.view} {
    const std::string& source = p_.run.options.scene.source;
    if (source != default_scene) remember_source(source);
}

void Persistence::register_commands(CommandRegistry& registry) {
    registry.add({Menu::file, 40, "Save", "Ctrl+S",
                  "saves to the file that the Scenes card names; NAME.milkomeda stores the whole run, other formats "
                  "store only the bodies"},
                 {.act = [this] { save(); }});
    registry.add(
        {Menu::file, 70, "Save the run automatically", "",
         "saves the run every minute and at the end of the program; the next start can continue the run"},
        {.act = [this] { auto_save.every_seconds = auto_save.every_seconds > 0 ? 0 : AutoSave::usual_seconds; },
         .is_on = [this] { return auto_save.every_seconds > 0; }});
}

bool Persistence::store_settings() const {
    if (!folder_) return false;
    const glm::ivec2 size = p_.screen.window.size_to_open();
    const Style own = p_.view.style.own({p_.view.look, p_.view.annotations.shown});
    return write_settings(
        *folder_, {size.x, size.y, own.look, p_.panels.shown, own.annotations, p_.view.camera.settings.inertia,
                   p_.view.camera.viewpoints, p_.screen.ui.requested_scale, p_.panels.workspace().choice(),
                   recent.list(), auto_save.every_seconds, p_.video.format(), p_.video.recorder().real_time, p_.match});
}

void Persistence::remember_source(const std::string& source) {
    const std::vector<std::string> scenes = scene_names(p_.run.assets);
    const bool is_built_in = std::ranges::find(scenes, source) != scenes.end();
    recent.add(is_built_in ? source : lasting_name(source));
}

void Persistence::save() try {
    state_writer_.request(save_name);
    ParticleSource& source = p_.run.source();
    if (!source.transport().playing() && !source.frames().is_between_steps()) source.transport().step();
} catch (const std::exception& error) {
    p_.screen.notices.fail(in_words(error));
}

void Persistence::advance() {
    state_writer_.advance();
    auto_save.advance();
}

void Persistence::finish() {
    state_writer_.finish();
    auto_save.finish();
}

void Persistence::finish_without_display() {
    std::string line = "the connection to the display is lost";
    if (store_settings()) line += "; the settings are saved";
    if (const auto time = auto_save.finish_at_once())
        line += fmt::format("; the run is saved at {}", format_time(*time));
    log_error(line);  // logged before the files are completed, which can take long
    state_writer_.finish_writing();
}

void Persistence::report_former_run() try {
    const SceneSetup& initial = p_.run.loaded.initial();
    if (!initial.resumed_how.empty())
        return p_.screen.notices.add(fmt::format("{} {}", initial.title, initial.resumed_how));
    const auto& former = auto_save.former();
    if (!former || initial.resumed) return;
    const auto time = format_of_file(*former).read_time(*former, {});
    p_.screen.notices.add(
        fmt::format("the last run was saved at {}; Ctrl+R continues this run", format_time(time.value_or(0))));
    p_.screen.trace.event("former_run", {{"file", former->string()}, {"time", time.value_or(0)}});
} catch (const FileError& error) {
    log_warning(error.what());
}

}  // namespace milkomeda
