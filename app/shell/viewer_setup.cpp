// Connects the parts of the window program, and registers the commands of the window and the panels.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "app/shell/viewer_app.hpp"
#include "app/ui/display_loss.hpp"

namespace milkomeda {

ViewerApp::ViewerApp(const ViewOptions& options, const Assets& assets, const StoredSettings& stored)
    : screen_{options, stored.settings},
      run_{options, assets},
      view_{run_, stored.settings},
      tools_{assets},
      panels_{options.scene,
              {options.device.names, options.program.assets, options.program.saved_settings},
              assets,
              stored.settings.workspace},
      tour_{{view_.camera, view_.look, run_.parameters}},
      hint_{stored.settings.first_start},
      capture_{screen_, run_, view_, tools_.play, stored.settings},
      settings_{screen_, run_, view_, panels_.scene_panel(), tools_.history},
      persistence_{stored, screen_, run_, view_, panels_, capture_.video},
      editor_{screen_, run_, view_, tools_, settings_, persistence_.auto_save},
      control_{screen_, run_, view_, editor_, settings_, capture_},
      viewport_{screen_, run_, view_, tools_, panels_, capture_},
      loader_{{screen_, run_, view_, panels_, persistence_, editor_, control_, viewport_}},
      export_{screen_, run_, view_, panels_},
      recovery_{screen_, run_, persistence_, panels_, [this] {
                    tour_.end();
                    view_.split.end();
                    tools_.play.drop();
                }} {
    view_.quality.timers().record_into(&screen_.timing.profiler());
    panels_.shown = stored.settings.panels_shown;
    register_commands();
    persistence_.report_former_run();
    if (const auto at = options.scene.times.at; at && *at > run_.source().transport().time()) {
        run_.source().transport().play(false);
        control_.head_for(*at);
    }
    if (!run_.device_failure.empty()) recovery_.lose_device(std::string{run_.device_failure});
}

ViewerApp::~ViewerApp() {
    when_display_is_lost({});
    run_.kernels.stop();
}

PanelContents ViewerApp::panel_contents() {
    LoadedScene& loaded = run_.loaded;
    return {.run = {loaded, run_.parameters, tools_.mixed, persistence_.save_name},
            .scene = {loaded, view_.camera, screen_.notices, run_.most_bodies},
            .view = {loaded, view_.look, view_.camera, view_.annotations, view_.slice, screen_.notices},
            .advanced = {loaded, run_.parameters, view_.look, run_.kernels, view_.quality, screen_.window, screen_.ui},
            .lost_device = run_.lost_device,
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
                   .detail = "shows all shipped scenes with pictures",
                   .presses = {{U'g'}},
                   .act = [this] { toggle_gallery(); },
                   .is_on = [this] { return panels_.gallery().is_open(); },
                   .says = no_notice,
                   .place = 10});
    commands_.add({.menu = Menu::file,
                   .title = "Open...",
                   .keys = "Ctrl+O",
                   .detail = "opens a particle file or a scene file",
                   .presses = {with_control(U'o')},
                   .act = [this] { panels_.files().ask(FilePurpose::open, run_.options.scene.source); },
                   .place = 20});
    commands_.add({.menu = Menu::file,
                   .title = "Save as...",
                   .keys = {},
                   .detail = "saves in another folder or under another name",
                   .act = [this] { panels_.files().ask(FilePurpose::save, persistence_.save_name); },
                   .place = 50});
    commands_.add({.menu = Menu::simulation,
                   .title = "Go to a time...",
                   .keys = "/",
                   .detail = "shows a past time at once, and computes up to a future time as fast as "
                             "possible; space stops it",
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
                   .detail = "shows in ten seconds what the program can do",
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
    commands_.add(
        {.menu = Menu::window,
         .title = "Panels",
         .keys = "F1",
         .detail = "hides or shows the panels and bars",
         .presses = {function_key(GLFW_KEY_F1)},
         .act = [this] { panels_.shown = !panels_.shown; },
         .is_on = [this] { return panels_.shown; },
         .says = [this] { return std::string{panels_.shown ? "Panels: on" : "Panels: off (F1 shows them again)"}; },
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
                   .detail = "moves the keyboard focus to the panels: arrows and space operate controls, Tab "
                             "and Enter type values, Escape ends it",
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
                   .detail = "closes the open dialog, menu or tool",
                   .presses = {function_key(GLFW_KEY_ESCAPE)},
                   .act = [this] { close_open(); },
                   .place = 50});
}

}  // namespace milkomeda
