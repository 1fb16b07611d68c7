// Connects the parts of the window program, and registers the commands of the window and the panels.
#include "app/io/user_folders.hpp"
#include "app/panels/panel_rows.hpp"
#include "app/scene/table_source.hpp"
#include "app/shell/view.hpp"
#include "app/shell/viewer_app.hpp"
#include "app/ui/display_loss.hpp"
#include "data/system/end_signals.hpp"

namespace milkomeda {
namespace {

constexpr const char* no_measuring = "nothing can be measured in a mixed box, whose lengths have no unit";

// Returns the options of a window that opens without a source.
ViewOptions with_default_scene(ViewOptions options) {
    const auto presumed = options.scene.presumed;
    options.scene = {};
    options.scene.presumed = presumed;
    return options;
}

}  // namespace

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
      persistence_{stored, {screen_, run_, view_, tools_.match.overlay.look, panels_, capture_.video}},
      editor_{screen_, run_, view_, tools_, settings_, persistence_.auto_save},
      control_{screen_, run_, view_, editor_, settings_, capture_},
      viewport_{screen_, run_, view_, tools_, panels_, capture_},
      loader_{{screen_, run_, view_, panels_, persistence_, editor_, control_, viewport_},
              options.program.saved_settings},
      export_{screen_, run_, view_, panels_},
      match_{{screen_, run_, view_, tools_, editor_, control_, panels_, loader_, viewport_}},
      lessons_{screen_, run_, view_, tools_.match, loader_, match_},
      render_export_{screen_, run_, view_},
      comparison_{run_, view_, editor_, capture_},
      recovery_{screen_, run_, persistence_, panels_,
                [this] {
                    tour_.end();
                    view_.split.end();
                    tools_.play.drop();
                    editor_.drop_replaced_runs();
                }},
      requests_{{screen_, run_, view_, capture_, control_, commands_,
                 [this](const UserCommand& command) { return performed(command); }}} {
    view_.quality.timers().record_into(&screen_.timing.profiler());
    panels_.shown = stored.settings.panels_shown;
    tools_.match.overlay.look = stored.settings.match;
    register_commands();
    persistence_.report_former_run();
    loader_.report_reading();
    match_.begin(options);
    if (run_.starts_at_rest()) run_.source().transport().play(false);
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
            .device = {loaded, run_.parameters, view_.look, run_.kernels, view_.quality, screen_.window, screen_.ui},
            .lost_device = run_.lost_device,
            .observed = {loaded, run_.kernels, run_.parameters, view_.look, view_.quality, screen_.clock},
            .diagnostics = run_.diagnostics,
            .timing = screen_.timing,
            .split = view_.split,
            .tools = tools_.play,
            .measure = tools_.measure,
            .match = tools_.match,
            .video = capture_.video.recorder(),
            .recording = capture_.recording.recorder(),
            .exporting = render_export_.status(),
            .comparing = comparison_.status(),
            .tour = tour_,
            .commands = commands_.commands(),
            .lesson_card = lessons_.card(),
            .lesson = lessons_.progress()};
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
    match_.register_commands(commands_);
    lessons_.register_commands(commands_);
    comparison_.register_commands(commands_);
}

void ViewerApp::register_panel_commands() {
    commands_.add({Menu::file, 10, "Gallery", "g", "shows the scenes and the models of real pairs with pictures"},
                  {.act = [this] { toggle_gallery(); },
                   .is_on = [this] { return panels_.gallery().is_open(); },
                   .says = no_notice});
    commands_.add({Menu::file, 20, "Open...", "Ctrl+O", "opens a particle file or a scene file"},
                  {.act = [this] { panels_.files().ask(FilePurpose::open, run_.options.scene.source); }});
    commands_.add({Menu::file, 50, "Save as...", "", "saves in another folder or under another name"},
                  {.act = [this] { panels_.files().ask(FilePurpose::save, persistence_.save_name); }});
    const auto add_panel = [this](const CommandEntry& command, Panel panel) {
        commands_.add(command, {.act = [this, panel] { panels_.toggle(panel); },
                                .is_on = [this, panel] { return panels_.shows(panel); },
                                .says = no_notice});
    };
    add_panel({Menu::file, 115, "Export...", "F8",
               "writes this view as a picture or a video of any size, in the background, with a preview"},
              Panel::exporting);
    add_panel({Menu::simulation, 155, "Compare...", "F7",
               "shows this run beside the run with other parameters, another branch, or a file"},
              Panel::compare);
    commands_.add({Menu::view, 115, "Measure", "", "measures lengths, angles and apertures in the picture"},
                  {.act =
                       [this] {
                           editor_.take_tool(PlayTool::none);
                           tools_.match.choose(false);
                           tools_.measure.toggle();
                       },
                   .is_on = [this] { return tools_.measure.is_on(); },
                   .says = no_notice,
                   .why_disabled = [this]() -> std::string {
                       if (tools_.measure.is_on()) return "";
                       if (run_.source().box()) return no_measuring;
                       return view_.split.is_asked_for() ? "nothing can be measured in two pictures: end the comparison"
                                                         : "";
                   }});
    commands_.add(
        {Menu::simulation, 70, "Go to a time...", "/",
         "shows a past time at once, or computes up to a future time at full speed; space stops the computation"},
        {.act = [this] { panels_.ask_for_time(); }});
    commands_.add(
        {Menu::help, 10, "Mouse and keys", "h"},
        {.act = [this] { panels_.help = !panels_.help; }, .is_on = [this] { return panels_.help; }, .says = no_notice});
    commands_.add({Menu::help, 40, "About Milkomeda", "", "shows the version of the program"},
                  {.act = [this] { panels_.about = !panels_.about; },
                   .is_on = [this] { return panels_.about; },
                   .says = no_notice});
    commands_.add({Menu::help, 20, "Tour", "F3", "explains the most important controls in ten seconds"},
                  {.act = [this] { begin_tour(); }});
}

void ViewerApp::register_window_commands() {
    commands_.add({Menu::file, 140, "Quit", "Ctrl+Q"}, {.act = [this] { screen_.window.close(); }});
    commands_.add(
        {Menu::window, 10, "Panels", "F1", "hides or shows all panels, rails and bars"},
        {.act = [this] { panels_.shown = !panels_.shown; },
         .is_on = [this] { return panels_.shown; },
         .says = [this] { return std::string{panels_.shown ? "Panels: on" : "Panels: off (F1 shows the panels)"}; }});
    for (const PanelRow& row : panel_rows) {
        if (row.command) continue;  // other menus have the commands of tools and exports
        const char* const kind = side_of(row.panel) == Side::left ? " card" : " drawer";
        commands_.add({Menu::window, 20, std::string{row.title} + kind, "", row.tooltip},
                      {.act = [this, panel = row.panel] { panels_.toggle(panel); },
                       .is_on = [this, panel = row.panel] { return panels_.shows(panel); },
                       .says = no_notice});
    }
    commands_.add(
        {Menu::window, 30, "Keyboard focus on panels", "F6",
         "moves the keyboard focus to the panels: arrows and space operate controls, Tab and Enter start typing a "
         "value, Escape returns to the picture"},
        {.act = [this] { panels_.pass_keys(); }, .is_on = [this] { return panels_.have_keys(); }});
    commands_.add({Menu::window, 40, "Full screen", "F11"}, {.act = [this] { screen_.window.toggle_full_screen(); },
                                                             .is_on = [this] { return screen_.window.full_screen(); }});
    commands_.add({Menu::window, 50, "Close", "Escape", "closes the open dialog, menu, tool or card"},
                  {.act = [this] { close_open(); }});
}

void view(const ViewOptions& options, const Assets& assets) {
    Settings settings;
    const auto folder = options.program.saved_settings ? config_folder() : std::optional<std::filesystem::path>{};
    if (folder) settings = read_settings(*folder);
    const bool asks = has_unknown_columns(options.scene.source, assets, options.scene.reading);
    {
        ViewerApp app{asks ? with_default_scene(options) : options, assets, {settings, folder}};
        if (asks) app.ask_for_columns(options.scene);
        app.run();
    }
    end_as_signalled();
}

}  // namespace milkomeda
