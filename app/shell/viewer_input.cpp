// What the user asks for with mouse, keys, menus and panels.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>

#include "app/cli/usage_error.hpp"
#include "app/shell/viewer_app.hpp"

namespace milkomeda {

PanelContents ViewerApp::panel_contents() {
    LoadedScene& loaded = run_.loaded;
    return {.run = {loaded, run_.parameters, tools_.mixed, persistence_.save_name},
            .scene = {loaded, view_.camera, screen_.notices, run_.most_bodies},
            .view = {loaded, view_.look, view_.camera, view_.annotations, view_.slice, screen_.notices},
            .advanced = {loaded, run_.parameters, view_.look, run_.kernels, view_.quality, screen_.window,
                         screen_.ui},
            .lost_device = {loaded, run_.lost_device},
            .observed = {loaded, run_.kernels, run_.parameters, view_.look, view_.quality, screen_.clock},
            .diagnostics = run_.diagnostics,
            .timing = screen_.timing,
            .split = view_.split,
            .tools = tools_.play,
            .video = capture_.video.recorder(),
            .recording = capture_.recording.recorder(),
            .tour = tour_,
            .commands = commands_.commands()};
}

void ViewerApp::register_commands() {
    register_panel_commands();
    register_window_commands();
    capture_.register_commands(commands_);
    persistence_.register_commands(commands_);
    editor_.register_commands(commands_);
    control_.register_commands(commands_);
    viewport_.register_commands(commands_);
    loader_.register_commands(commands_);
    export_.register_commands(commands_);
}

void ViewerApp::register_panel_commands() {
    const auto no_notice = [] { return std::string{}; };
    commands_.add({.menu = Menu::file,
                   .title = "Scenes",
                   .keys = "g",
                   .detail = "all scenes, with pictures",
                   .presses = {{U'g'}},
                   .act = [this] { toggle_gallery(); },
                   .is_on = [this] { return panels_.gallery().is_open(); },
                   .says = no_notice,
                   .place = 10});
    commands_.add({.menu = Menu::file,
                   .title = "Open...",
                   .keys = "Ctrl+O",
                   .detail = "a particle file or a scene",
                   .presses = {with_control(U'o')},
                   .act = [this] { panels_.files().ask(FilePurpose::open, run_.options.scene.source); },
                   .place = 20});
    commands_.add({.menu = Menu::file,
                   .title = "Save as...",
                   .keys = {},
                   .detail = "in another folder, or under another name",
                   .act = [this] { panels_.files().ask(FilePurpose::save, persistence_.save_name); },
                   .place = 50});
    commands_.add(
        {.menu = Menu::simulation,
         .title = "Go to a time...",
         .keys = "/",
         .detail = "a past time at once, a future time as fast as possible; space stops the run on its way",
         .presses = {{U'/'}},
         .act = [this] { panels_.ask_for_time(); },
         .place = 70});
    commands_.add({.menu = Menu::help,
                   .title = "Mouse and keys",
                   .keys = "h",
                   .presses = {{U'h'}},
                   .act = [this] { panels_.help = !panels_.help; },
                   .is_on = [this] { return panels_.help; },
                   .says = no_notice,
                   .place = 10});
    commands_.add({.menu = Menu::help,
                   .title = "Tour",
                   .keys = "F3",
                   .detail = "ten seconds that show what the program can do",
                   .presses = {function_key(GLFW_KEY_F3)},
                   .act = [this] { begin_tour(); },
                   .says = no_notice,
                   .place = 20});
}

void ViewerApp::register_window_commands() {
    commands_.add({.menu = Menu::file,
                   .title = "Quit",
                   .keys = "Ctrl+Q",
                   .presses = {with_control(U'q')},
                   .act = [this] { screen_.window.close(); },
                   .place = 140});
    commands_.add({.menu = Menu::window,
                   .title = "Panels",
                   .keys = "F1",
                   .detail = "panels and bars",
                   .presses = {function_key(GLFW_KEY_F1)},
                   .act = [this] { panels_.shown = !panels_.shown; },
                   .is_on = [this] { return panels_.shown; },
                   .says =
                       [this] {
                           return std::string{panels_.shown ? "Panels: on"
                                                            : "Panels: off (F1 shows them again)"};
                       },
                   .place = 10});
    for (const auto& [title, panel] :
         {std::pair{"Simulation panel", Panel::simulation}, std::pair{"Scene panel", Panel::scene},
          std::pair{"Diagnostics panel", Panel::diagnostics}, std::pair{"View panel", Panel::view},
          std::pair{"Timing panel", Panel::timing}, std::pair{"Advanced panel", Panel::advanced}})
        commands_.add({.menu = Menu::window,
                       .title = title,
                       .keys = "",
                       .act = [this, panel = panel] { panels_.toggle(panel); },
                       .is_on = [this, panel = panel] { return panels_.shows(panel); },
                       .place = 20});
    commands_.add({.menu = Menu::window,
                   .title = "Keyboard focus on panels",
                   .keys = "F6",
                   .detail = "arrows and space operate controls; Tab and Enter type values; Escape ends it",
                   .presses = {function_key(GLFW_KEY_F6)},
                   .act = [this] { panels_.pass_keys(); },
                   .is_on = [this] { return panels_.have_keys(); },
                   .place = 30});
    commands_.add({.menu = Menu::window,
                   .title = "Full screen",
                   .keys = "F11",
                   .presses = {function_key(GLFW_KEY_F11)},
                   .act = [this] { screen_.window.toggle_full_screen(); },
                   .is_on = [this] { return screen_.window.full_screen(); },
                   .place = 40});
    commands_.add({.menu = Menu::window,
                   .title = "Close",
                   .keys = "Escape",
                   .detail = "the open dialog, menu or tool",
                   .presses = {function_key(GLFW_KEY_ESCAPE)},
                   .act = [this] { close_open(); },
                   .place = 50});
}

// The notice that stays until its reason ends.
std::string ViewerApp::lasting_notice() {
    if (std::string notice = screen_.work.notice_to_show(); !notice.empty()) return notice;
    const std::string picked = run_.kernels.picked_to_build();
    return picked.empty() ? hint_.text() : "building " + picked + " ...";
}

// Handles mouse, keys and dropped files since the last frame.
void ViewerApp::take_input() {
    Input input = editor_.take_input(viewport_.view_of_panels());
    const glm::vec2 extent = screen_.ui.extent();
    if (view_.split.on()) input = view_.split.in_pane(input, extent);
    // Input has places relative to the center of the window; the camera takes them relative to the center of
    // the area that panels leave free.
    const glm::vec2 moved = glm::vec2{0.5f, -0.5f} * viewport_.center() * extent / std::max(1.0f, extent.y);
    input.wheel_at -= moved;
    if (input.double_clicked) *input.double_clicked -= moved;
    hint_.advance(input, screen_.clock.seconds());
    screen_.notices.advance(screen_.clock.seconds());
    screen_.notices.keep(lasting_notice());
    const double seconds = capture_.video.animation_seconds();
    tour_.advance(seconds);
    if (tour_.runs() && input.touched) return tour_.end();  // this input only ends the tour
    if (!input.dropped.empty()) tour_.end();
    if (panels_.gallery().is_open()) input.held.clear();  // arrows select a scene of the gallery
    settings_.move_camera([&] { view_.camera.take(input, seconds); });
    take_commands(input);
    if (input.pressed && panels_.have_keys()) panels_.give_keys_back();
    if (input.chosen) viewport_.select_body(*input.chosen);
    if (input.double_clicked) view_.camera.focus(*input.double_clicked, run_.loaded);
    for (const std::filesystem::path& file : input.dropped) loader_.open(file);
}

void ViewerApp::take_commands(const Input& input) {
    // The text field of a dialog gets the keyboard only one frame after the dialog opens.
    const auto types_text = [this] { return panels_.files().is_open(); };
    for (const UserCommand* command :
         pressed(commands_.commands(), input, view_.camera.mode() == CameraMode::fly))
        if (!types_text() || !has_letter(*command)) perform(*command);
    for (const ViewpointKey& key : viewpoint_keys(input))
        if (!types_text()) perform(key);
}

void ViewerApp::perform(const UserCommand& command) try {
    command.act();
    if (command.says)
        screen_.notices.flash(command.says());
    else if (command.is_on)
        screen_.notices.flash(command.title + (command.is_on() ? ": on" : ": off"));
} catch (const UsageError& error) {  // the scene lacks something that the command needs
    screen_.notices.add(error.what());
}

void ViewerApp::perform(const ViewpointKey& key) try {
    const std::string name = "viewpoint " + std::to_string(key.key);
    if (key.keeps) {
        view_.camera.save_viewpoint(key.key);
        screen_.notices.add(name + " kept");
        return;
    }
    bool exists = false;
    settings_.move_camera([&] { exists = view_.camera.go_to_viewpoint(key.key, run_.loaded); });
    if (exists) {
        screen_.notices.flash(name);
    } else {
        screen_.notices.add("there is no " + name + " yet; Ctrl+" + std::to_string(key.key) + " keeps one");
    }
} catch (const UsageError& error) {
    screen_.notices.add(error.what());
}

void ViewerApp::perform(const PanelActions& actions) {
    if (actions.command) perform(*actions.command);
    if (actions.fit_density) viewport_.fit_density();
    if (actions.reset) control_.reset();
    if (actions.show) control_.show(*actions.show);
    if (actions.play_on) control_.play_on();
    if (actions.head_for) control_.head_for(*actions.head_for);
    if (actions.save) persistence_.save();
    if (actions.choose_save_name) panels_.files().ask(FilePurpose::save, persistence_.save_name);
    if (actions.open) loader_.open(*actions.open);
    if (actions.save_as) persistence_.save_as(*actions.save_as);
    if (actions.diagnostics != DiagnosticsPanel::Export::none) export_.write_diagnostics(actions.diagnostics);
    if (actions.save_scene) export_.save_scene(*actions.save_scene);
    if (actions.tool) editor_.take_tool(*actions.tool);
    if (actions.delete_galaxy) editor_.delete_galaxy(*actions.delete_galaxy);
    if (actions.simulate_from) loader_.simulate_from(*actions.simulate_from);
    if (actions.load) loader_.load(*actions.load);
    if (actions.solver) editor_.choose_solver(*actions.solver);
    if (actions.open_device) recovery_.request_device(*actions.open_device);
}

void ViewerApp::close_open() {
    if (panels_.files().is_open())
        panels_.files().close();
    else if (panels_.menu_open())
        panels_.close_menu();
    else if (panels_.have_keys())
        panels_.give_keys_back();
    else if (panels_.help)
        panels_.help = false;
    else if (panels_.gallery().is_open())
        panels_.gallery().close();
    else if (!tools_.play.cancel(run_.loaded) && screen_.window.full_screen())
        screen_.window.toggle_full_screen();
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
