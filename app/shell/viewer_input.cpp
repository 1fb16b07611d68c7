// Handles the user's requests from mouse, keys, menus and panels.
#include <fmt/format.h>
#include <algorithm>

#include "app/cli/usage_error.hpp"
#include "app/shell/viewer_app.hpp"

namespace milkomeda {

// Returns the notice of a lasting condition: queued work, a kernel that is being built, or the hint of the first start.
Notice ViewerApp::lasting_notice() {
    if (std::string notice = screen_.work.notice_to_show(); !notice.empty()) return {notice};
    const std::string picked = run_.kernels.picked_to_build();
    if (picked.empty()) return {hint_.text(), NoticeKind::hint};
    return {fmt::format("building {} ...", picked)};
}

// Handles mouse input, keys and dropped files since the last frame.
void ViewerApp::take_input() {
    Input input = editor_.take_input(viewport_.view_of_panels());
    const glm::vec2 extent = screen_.ui.extent();
    if (view_.split.on()) input = view_.split.in_pane(input, extent);
    // Positions in `input` are relative to the center of the window. The camera needs positions relative to the center
    // of the area that the panels leave free.
    const glm::vec2 moved = glm::vec2{0.5f, -0.5f} * viewport_.center() * extent / std::max(1.0f, extent.y);
    input.wheel_at -= moved;
    if (input.double_clicked) *input.double_clicked -= moved;
    hint_.advance(input, screen_.clock.seconds());
    if (input.touched) panels_.presence.wake();
    screen_.notices.advance(screen_.clock.seconds());
    screen_.notices.keep(lasting_notice());
    const double seconds = capture_.video.animation_seconds();
    tour_.advance(seconds);
    if (tour_.runs() && input.touched) return tour_.end();  // input during the tour only ends the tour
    if (!input.dropped.empty()) tour_.end();
    if (panels_.gallery().is_open()) input.held.clear();  // the arrow keys select a card of the gallery
    settings_.move_camera([&] { view_.camera.take(input, seconds); });
    take_commands(input);
    if (input.pressed && panels_.have_keys()) panels_.give_keys_back();
    if (input.chosen) viewport_.select_body(*input.chosen);
    if (input.double_clicked) view_.camera.focus(*input.double_clicked, run_.loaded);
    for (const std::filesystem::path& file : input.dropped)
        if (!match_.take_file(file)) loader_.open(file);
}

void ViewerApp::take_commands(const Input& input) {
    // Letter keys start no commands while a dialog is open. The text field of the file dialog gets the keyboard only
    // one frame after the dialog opens.
    const auto types_text = [this] { return panels_.files().is_open() || panels_.columns().is_open(); };
    for (const UserCommand* command : pressed(commands_.commands(), input, view_.camera.mode() == CameraMode::fly))
        if (!types_text() || !has_letter(*command)) perform(*command);
    for (const ViewpointKey& key : viewpoint_keys(input))
        if (!types_text()) perform(key);
}

// Performs a command and shows its notice. Returns the notice, which may be empty. Throws UsageError if the command is
// impossible.
std::string ViewerApp::performed(const UserCommand& command) {
    if (command.why_disabled) require_possible(command.why_disabled());
    command.act();
    std::string notice;
    if (command.says)
        notice = command.says();
    else if (command.is_on)
        notice = fmt::format("{}: {}", command.title, command.is_on() ? "on" : "off");
    if (command.says || command.is_on) screen_.notices.flash(notice);
    return notice;
}

void ViewerApp::perform(const UserCommand& command) try {
    performed(command);
} catch (const UsageError& error) {  // the command is impossible at present
    screen_.notices.hint(error.what());
}

void ViewerApp::perform(const ViewpointKey& key) try {
    if (key.keeps) {
        view_.camera.save_viewpoint(key.key);
        screen_.notices.add(fmt::format("viewpoint {} is stored", key.key));
        return;
    }
    bool exists = false;
    settings_.move_camera([&] { exists = view_.camera.go_to_viewpoint(key.key, run_.loaded); });
    if (exists)
        screen_.notices.flash(fmt::format("viewpoint {}", key.key));
    else
        screen_.notices.hint(
            fmt::format("there is no viewpoint {0}: Ctrl+{0} stores the present view as viewpoint {0}", key.key));
} catch (const UsageError& error) {
    screen_.notices.hint(error.what());
}

void ViewerApp::perform(const PanelActions& actions) {
    if (actions.command) perform(*actions.command);
    if (actions.fit_density) viewport_.fit_density();
    if (actions.reset) control_.reset();
    if (actions.show) control_.show(*actions.show);
    if (actions.play_on) control_.play_on();
    if (actions.head_for) control_.head_for(*actions.head_for, actions.play_on);
    if (actions.choose_save_name) panels_.files().ask(FilePurpose::save, persistence_.save_name);
    const bool opens = actions.file && actions.file->purpose == FilePurpose::open;
    if (opens && !match_.take_file(actions.file->path)) loader_.open(actions.file->path);
    if (actions.columns) loader_.open_assigned(*actions.columns);
    const bool saves_as = actions.file && actions.file->purpose == FilePurpose::save;
    if (saves_as) persistence_.save_name = actions.file->path.string();
    if (actions.save || saves_as) persistence_.save();
    if (actions.file) match_.perform(*actions.file);
    match_.perform(actions.matching);
    if (actions.diagnostics != DiagnosticsPanel::Export::none) export_.write_diagnostics(actions.diagnostics);
    if (actions.measuring == MeasureRequest::galaxy)
        editor_.separate_kept();
    else if (actions.measuring != MeasureRequest::none)
        export_.write_region(actions.measuring, tools_.measure);
    if (actions.save_scene) export_.save_scene(*actions.save_scene);
    if (actions.tool) editor_.take_tool(*actions.tool);
    if (actions.delete_galaxy) editor_.delete_galaxy(*actions.delete_galaxy);
    if (actions.simulate_from) loader_.simulate_from(*actions.simulate_from);
    if (actions.load) loader_.load(*actions.load);
    if (actions.solver) editor_.choose_solver(*actions.solver);
    if (actions.open_device) recovery_.request_device(*actions.open_device);
    if (actions.lesson) lessons_.perform(*actions.lesson);
    // A card that is hidden with all panels stays open.
    const bool has_export = panels_.shown ? panels_.shows(Panel::exporting) : render_export_.status().is_open;
    render_export_.perform(actions.exporting, has_export);
    comparison_.perform(actions.comparing, panels_.shows(Panel::compare));
}

void ViewerApp::close_open() {
    if (panels_.files().is_open())
        panels_.files().close();
    else if (panels_.columns().is_open())
        panels_.columns().go_back();
    else if (panels_.menus().is_open())
        panels_.menus().close();
    else if (panels_.have_keys())
        panels_.give_keys_back();
    else if (panels_.about)
        panels_.about = false;
    else if (panels_.help)
        panels_.help = false;
    else if (panels_.gallery().is_open())
        panels_.gallery().close();
    else if (tools_.measure.cancel() || tools_.match.cancel() || tools_.play.cancel(run_.loaded))
        return;
    else if (screen_.window.full_screen())
        screen_.window.toggle_full_screen();
    else
        panels_.close_card();
}

void ViewerApp::toggle_gallery() {
    if (panels_.gallery().is_open()) return panels_.gallery().close();
    panels_.help = false;
    editor_.take_tool(PlayTool::none);
    panels_.gallery().open(run_.loaded.initial().source);
}

void ViewerApp::begin_tour() {
    panels_.help = false;
    panels_.gallery().close();
    editor_.take_tool(PlayTool::none);
    tour_.begin(run_.source().series() != nullptr);
}

}  // namespace milkomeda
