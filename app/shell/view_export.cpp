#include "app/shell/view_export.hpp"

#include <fmt/format.h>

#include "app/cli/shell_words.hpp"
#include "app/io/output_file.hpp"
#include "app/tools/tool_panels.hpp"
#include "app/viewport/scene_file.hpp"
#include "data/files/small_file.hpp"
#include "data/system/unused_name.hpp"
#include "data/text/text.hpp"

namespace milkomeda {

void ViewExport::register_commands(CommandRegistry& registry) {
    registry.add(
        {Menu::file, 130, "Copy the command line", "Ctrl+C", "copies the command line of this view to the clipboard"},
        {.act = [this] { copy_command(); }});
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
    screen_.notices.add(fmt::format("the clipboard contains the command line of this view{}",
                                    is_edited
                                        ? " without your edits of galaxies: to include the edits, save the scene, load "
                                          "the saved scene, and copy the command line again"
                                        : ""));
    screen_.trace.event("command_copied", {{"command", line}});
} catch (const std::exception& error) {
    screen_.notices.fail(in_words(error));
}

void ViewExport::save_scene(const std::string& file) try {
    const std::vector<SceneChange>& changes = run_.loaded.initial().course.changes;
    const CameraPath& path = view_.camera.path;
    SceneOptions saved = run_.options.scene;
    saved.source = milkomeda::save_scene(file, run_.options.scene.source, run_.assets, path, changes,
                                         scene_settings_of(view_command_of(run_, view_)))
                       .string();
    saved.settings.clear();
    screen_.notices.add(fmt::format("saved {}; {} plays the scene{}", saved.source, command_line(saved),
                                    path.empty() ? "" : ", and --path moves the camera along the saved path"));
    screen_.trace.event("path_saved",
                        {{"file", saved.source}, {"key_frames", path.keys().size()}, {"changes", changes.size()}});
} catch (const std::exception& error) {
    screen_.notices.fail(in_words(error));
}

void ViewExport::write_region(MeasureRequest what, const MeasureTool& tool) try {
    const auto& region = tool.region();
    if (!region || (what == MeasureRequest::slit && !region->slit)) return;
    const std::filesystem::path file = unused_name(name_by_time(".csv"));
    write_small_file(
        file, what == MeasureRequest::slit ? csv_of(*region->slit) : csv_of(region->content, region->setup->particles));
    screen_.notices.add("saved " + file.string());
    screen_.trace.event("region_saved", {{"file", file.string()}});
} catch (const std::exception& error) {
    screen_.notices.fail(in_words(error));
}

void ViewExport::write_diagnostics(DiagnosticsPanel::Export what) try {
    const std::vector<std::string> files = panels_.diagnostics().write(what, run_.diagnostics);
    screen_.notices.add("saved " + join(files, {}, " and "));
    screen_.trace.event("diagnostics_saved", {{"file", files.front()}, {"files", join(files)}});
} catch (const std::exception& error) {
    screen_.notices.fail(in_words(error));
}

}  // namespace milkomeda
