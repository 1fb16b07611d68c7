#include "app/shell/view_export.hpp"

#include "app/cli/shell_words.hpp"
#include "app/viewport/scene_file.hpp"
#include "compute/device/opencl_error.hpp"

namespace milkomeda {

void ViewExport::register_commands(CommandRegistry& registry) {
    registry.add({.menu = Menu::file,
                  .title = "Copy the command line",
                  .keys = "Ctrl+C",
                  .detail = "copies the command that draws this view to the clipboard",
                  .presses = {with_control(U'c')},
                  .act = [this] { copy_command(); },
                  .says = [] { return std::string{}; },
                  .place = 130});
}

void ViewExport::copy_command() try {
    const SceneSetup& initial = run_.loaded.initial();
    ViewCommand view = view_command_of(run_, view_);
    if (const double now = run_.source().transport().time(); now > initial.particles.time) view.time = now;
    std::vector<std::string> words = command_words(view, run_.assets);
    const glm::ivec2 size = screen_.window.size_to_open();
    words.insert(words.end(), {"--size", std::to_string(size.x) + "x" + std::to_string(size.y)});
    words.insert(words.begin(), "milkomeda");
    const std::string line = shell_line(words);
    screen_.window.copy(line);
    const std::size_t events_of_scene = scene_of_text(run_.options.scene.source, initial.scene_text).changes.size();
    const bool is_edited = initial.course.changes.size() > events_of_scene || run_.edited_start;
    screen_.notices.add("the command line of this view is in the clipboard" +
                        std::string{is_edited ? "; it does not contain your edits of galaxies: save the scene, "
                                                "load it, and copy again"
                                              : ""});
    screen_.trace.event("command_copied", {{"command", line}});
} catch (const std::exception& error) {
    screen_.notices.add(in_words(error));
}

void ViewExport::save_scene(const std::string& file) try {
    const std::vector<SceneChange>& changes = run_.loaded.initial().course.changes;
    const CameraPath& path = view_.camera.path;
    SceneOptions saved = run_.options.scene;
    saved.source = milkomeda::save_scene(file, run_.options.scene.source, run_.assets, path, changes,
                                         scene_settings_of(view_command_of(run_, view_)))
                       .string();
    saved.settings.clear();
    screen_.notices.add("saved " + saved.source + "; " + command_line(saved) + " plays it" +
                        (path.empty() ? "" : ", with --path along the path of the camera"));
    screen_.trace.event("path_saved",
                        {{"file", saved.source}, {"key_frames", path.keys().size()}, {"changes", changes.size()}});
} catch (const std::exception& error) {
    screen_.notices.add(in_words(error));
}

void ViewExport::write_diagnostics(DiagnosticsPanel::Export what) try {
    const std::string file = panels_.diagnostics().write(what, run_.diagnostics);
    screen_.notices.add("saved " + file);
    screen_.trace.event("diagnostics_saved", {{"file", file}});
} catch (const std::exception& error) {
    screen_.notices.add(in_words(error));
}

}  // namespace milkomeda
