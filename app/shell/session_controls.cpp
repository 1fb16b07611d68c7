// The table of controls: what keys and menus do, and say.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cstdio>

#include "app/playback/snapshot_series.hpp"
#include "app/playback/snapshot_playback.hpp"
#include "app/shell/session.hpp"
#include "data/text/text.hpp"
#include "render/look/presets.hpp"

namespace milkomeda {
namespace {

KeyPress function_key(int key) {
    return {.key = key};
}

KeyPress with_control(char32_t letter) {
    return {.character = letter, .control = true};
}

// What keys have just changed, in words for people; where the picture shows nothing of it, that too.
// "camera: fly"
template <Named Enum>
std::string words_of(const char* what, Enum value) {
    return what + (": " + std::string{name_of(value)});
}

std::string unless(bool shows, const std::string& why) {
    return shows ? "" : " (no effect " + why + ")";
}

std::string in_mode(const Look& look) {
    return "in the mode " + std::string{name_of(look.mode)};
}

std::string color_words(const Look& look) {
    const bool shows = rendering_of(look.mode) == Rendering::photograph;
    return words_of("color by", look.color_by) + unless(shows, in_mode(look));
}

std::string color_map_words(const Look& look) {
    const bool photograph = rendering_of(look.mode) == Rendering::photograph;
    const bool shows = photograph ? look.tone_mapping.infrared || uses_color_map(look.color_by)
                                  : rendering_of(look.mode) == Rendering::density;
    const std::string why = photograph ? "on color by " + std::string{name_of(look.color_by)} : in_mode(look);
    return words_of("color map", look.color_map) + unless(shows, why);
}

// Of which the last steps may have to be taken again, from the last key frame.
void show_end(ParticleSource& source) {
    const double end = source.transport().state().last_time;
    source.transport().show_nearest(end);
    source.transport().run_to(end);
}

std::string exposure_words(const Look& look) {
    const bool follows = look.tone_mapping.automatic_exposure;
    return (follows ? "exposure: follows the picture" : "exposure: locked") +
           unless(is_hdr(look.mode), in_mode(look));
}

std::string point_size_words(const Look& look) {
    char text[32];
    std::snprintf(text, sizeof text, "point size: %.2f", static_cast<double>(look.point_size));
    return text;
}

std::string preset_words(const Look& look) {
    const std::optional<Preset> preset = preset_of(look);
    return preset ? words_of("preset", *preset) : "";
}

std::string step_words(const ParticleSource& source) {
    const SnapshotSeries* const series = source.series();
    if (!series) return "paused: one step";
    return "snapshot " + std::to_string(series->index() + 1) + " of " + std::to_string(series->count());
}

std::string pace_words(double pace) {
    char text[32];
    std::snprintf(text, sizeof text, "pace: %.3g", pace);
    return text;
}

std::string time_words(const ParticleSource& source) {
    char text[32];
    std::snprintf(text, sizeof text, "t = %.2f", source.transport().time());
    return source.series() ? step_words(source) : text;
}

std::string future_words(const ParticleSource& source) {
    const RunHistory* const line = source.checkpoints().run_history();
    if (!line) return {};
    const auto& branches = line->branches();
    const auto present = std::ranges::find(branches, line->present());
    return "future " + std::to_string(present - branches.begin() + 1) + " of " +
           std::to_string(branches.size());
}

bool time_line_overwrites(const ParticleSource& source) {
    return source.checkpoints().run_history() && source.checkpoints().run_history()->overwrites;
}

}  // namespace

// The table of controls, menu by menu: for each its keys and what they do.
std::vector<Control> Session::make_controls() {
    using enum Menu;
    const auto panel_control = [this](const char* title, Panel panel) {
        return Control{.menu = window,
                       .title = title,
                       .keys = "",
                       .act = [this, panel] { panels_.toggle(panel); },
                       .is_on = [this, panel] { return panels_.shows(panel); }};
    };
    return {
        {file,
         "scenes",
         "g",
         "all of them, with pictures",
         {{U'g'}},
         [this] { toggle_gallery(); },
         [this] { return panels_.gallery().is_open(); },
         [this] { return std::string{}; }},
        {file,
         "open...",
         "Ctrl+O",
         "a particle file or a scene",
         {with_control(U'o')},
         [this] { panels_.files().ask(FilePurpose::open, options_.scene.source); }},
        {.menu = file, .title = "recent", .keys = {}, .list = [this] { return recent_controls(); }},
        {file,
         "save the bodies",
         "Ctrl+S",
         "to the file that the panel names; NAME.milkomeda holds the whole run",
         {with_control(U's')},
         [this] { save(); }},
        {file,
         "save the bodies as...",
         {},
         "into another folder, under another name",
         {},
         [this] { panels_.files().ask(FilePurpose::save, save_name_); }},
        {file,
         "go on with the last run",
         "Ctrl+R",
         "as the window kept it when it ended, or every minute",
         {with_control(U'r')},
         [this] { resume_former_run(); },
         {},
         [] { return std::string{}; }},
        {file,
         "keep the run",
         {},
         "every minute and at the end, for the next start",
         {},
         [this] { auto_save_.every_seconds = auto_save_.every_seconds > 0 ? 0 : AutoSave::usual_seconds; },
         [this] { return auto_save_.every_seconds > 0; }},
        {file,
         "record a film",
         "F10",
         "of what you do, without panels, into the current folder; F9, too",
         {function_key(GLFW_KEY_F10), function_key(GLFW_KEY_F9)},
         [this] { toggle_film(); },
         [this] { return film_.recording(); },
         [] { return std::string{}; }},
        {file,
         "films in real time",
         {},
         "as the window shows it; else at exact frame times, however long they take",
         {},
         [this] { film_.real_time = !film_.real_time; },
         [this] { return film_.real_time; }},
        {.menu = file,
         .title = "format of films",
         .keys = {},
         .list = [this] { return film_format_controls(); }},
        {file,
         "record the run",
         "Ctrl+E",
         "moments of it, into the current folder, to be played back without a device",
         {with_control(U'e')},
         [this] { toggle_recording(); },
         [this] { return recorder_.recording(); },
         [] { return std::string{}; }},
        {file,
         "screenshot",
         "F12",
         "into the current folder",
         {function_key(GLFW_KEY_F12)},
         [this] { screenshot_wanted_ = true; }},
        {file,
         "copy the command line",
         "Ctrl+C",
         "that shows this again, into the clipboard",
         {with_control(U'c')},
         [this] { copy_command(); },
         {},
         [] { return std::string{}; }},
        {file, "quit", "Ctrl+Q", {}, {with_control(U'q')}, [this] { window_.close(); }},

        {simulation,
         "play or pause",
         "space",
         {},
         {{U' '}},
         [this] {
             loaded_.particle_source().transport().play(!loaded_.particle_source().transport().playing());
         },
         {},
         [this] {
             return std::string{loaded_.particle_source().transport().playing() ? "playing" : "paused"};
         }},
        {simulation,
         "single step",
         ".",
         "of a series the next snapshot",
         {{U'.'}},
         [this] { loaded_.particle_source().transport().step(); },
         {},
         [this] { return step_words(loaded_.particle_source()); }},
        {simulation,
         "step back",
         ",",
         "of a series the snapshot before",
         {{U','}},
         [this] { free_particle_source().transport().step_back(); },
         {},
         [this] { return step_words(loaded_.particle_source()); }},
        {simulation,
         "play backwards",
         "Backspace",
         "at the same pace, to the start",
         {function_key(GLFW_KEY_BACKSPACE)},
         [this] {
             Transport& transport = free_particle_source().transport();
             transport.state().backward ? transport.play(false) : transport.play_backward();
         },
         [this] { return loaded_.particle_source().transport().state().backward; }},
        {simulation,
         "slower",
         "<",
         "half the pace",
         {{U'<'}},
         [this] { change_pace(0.5); },
         {},
         [this] { return pace_words(pace()); }},
        {simulation,
         "faster",
         ">",
         "twice the pace",
         {{U'>'}},
         [this] { change_pace(2); },
         {},
         [this] { return pace_words(pace()); }},
        {simulation,
         "go to a time...",
         "/",
         "back at once, ahead as fast as it can; space stops that",
         {{U'/'}},
         [this] { panels_.ask_for_time(); }},
        {simulation,
         "to the start",
         "Home",
         "of what was computed",
         {function_key(GLFW_KEY_HOME)},
         [this] {
             free_particle_source().transport().show_nearest(
                 loaded_.particle_source().transport().state().first_time);
         },
         {},
         [this] { return time_words(loaded_.particle_source()); }},
        {simulation,
         "to the end",
         "End",
         "of what was computed",
         {function_key(GLFW_KEY_END)},
         [this] { show_end(free_particle_source()); },
         {},
         [this] { return time_words(loaded_.particle_source()); }},
        {simulation,
         "loop",
         "y",
         "from the end to the start again",
         {{U'y'}},
         [this] {
             loaded_.particle_source().transport().loop(
                 !loaded_.particle_source().transport().state().looping);
         },
         [this] { return loaded_.particle_source().transport().state().looping; }},
        {simulation,
         "another future",
         "z",
         "the next of the ways that the run has gone",
         {{U'z'}},
         [this] { free_particle_source().transport().next_branch(); },
         {},
         [this] { return future_words(loaded_.particle_source()); }},
        {simulation,
         "overwrite the future",
         {},
         "a run that goes on otherwise from an earlier time keeps no other one",
         {},
         [this] { run_history().overwrites = !run_history().overwrites; },
         [this] { return time_line_overwrites(loaded_.particle_source()); }},
        {simulation,
         "discard other futures",
         {},
         "and their key frames",
         {},
         [this] { run_history().discard_others(); },
         {},
         [this] { return future_words(loaded_.particle_source()); }},
        {simulation,
         "reset",
         "r",
         "simulation and camera",
         {{U'r'}},
         [this] { reset(); },
         {},
         [this] { return std::string{"reset"}; }},
        {simulation,
         "compare with exact forces",
         "F4",
         "two runs beside each other, from here on",
         {function_key(GLFW_KEY_F4)},
         [this] { toggle_split(); },
         [this] { return split_.is_asked_for(); }},
        {simulation,
         "undo",
         "Ctrl+Z",
         {},
         {with_control(U'z')},
         [this] { undo(); },
         {},
         [this] { return last_undo_text_; },
         [this] { return history_.next_undo(); }},
        {simulation,
         "redo",
         "Ctrl+Y",
         "Ctrl+Shift+Z, too",
         {with_control(U'y'), {.character = U'z', .control = true, .shift = true}},
         [this] { redo(); },
         {},
         [this] { return last_undo_text_; },
         [this] { return history_.next_redo(); }},
        {simulation,
         "add a galaxy",
         "i",
         "drag for its place and velocity",
         {{U'i'}},
         [this] { choose_tool(PlayTool::add); },
         [this] { return tools_.tool() == PlayTool::add; }},
        {simulation,
         "throw a galaxy",
         "k",
         "grab it with the mouse, and let go",
         {{U'k'}},
         [this] { choose_tool(PlayTool::grab); },
         [this] { return tools_.tool() == PlayTool::grab; }},
        {simulation,
         "heavy body",
         "j",
         "that nobody sees pulls from under the pointer",
         {{U'j'}},
         [this] { choose_tool(PlayTool::pull); },
         [this] { return tools_.tool() == PlayTool::pull; }},
        {simulation,
         "delete a galaxy",
         "Delete",
         "that of the body chosen last, Ctrl+click",
         {function_key(GLFW_KEY_DELETE)},
         [this] { delete_galaxy(); }},

        {view,
         "next draw mode",
         "d, m",
         {},
         {{U'd'}, {U'm'}},
         [this] { look_.mode = next_mode(look_.mode, loaded_.initial().mixed.has_value()); },
         {},
         [this] { return words_of("draw mode", look_.mode); }},
        {view,
         "next preset",
         "p",
         join(names<Preset>),
         {{U'p'}},
         [this] { next_preset_look(); },
         {},
         [this] { return preset_words(look_); }},
        {view,
         "lock the exposure",
         "x",
         "else it follows the picture",
         {{U'x'}},
         [this] { lock_exposure(look_.tone_mapping, loaded_.hdr(), look_.tone_mapping.automatic_exposure); },
         [this] { return !look_.tone_mapping.automatic_exposure; },
         [this] { return exposure_words(look_); }},
        {view,
         "color by the next quantity",
         "b",
         {},
         {{U'b'}},
         [this] { look_.color_by = next(look_.color_by); },
         {},
         [this] { return color_words(look_); }},
        {view,
         "next color map",
         "v",
         {},
         {{U'v'}},
         [this] { look_.color_map = next(look_.color_map); },
         {},
         [this] { return color_map_words(look_); }},
        {view,
         "larger points",
         "+",
         {},
         {{U'+'}, {U'='}},  // '+' without shift on many keyboards
         [this] { enlarge_points(look_); },
         {},
         [this] { return point_size_words(look_); }},
        {view,
         "smaller points",
         "-",
         {},
         {{U'-'}},
         [this] { shrink_points(look_); },
         {},
         [this] { return point_size_words(look_); }},
        {view, "fit the limits of density", "l", "to the picture", {{U'l'}}, [this] { fit_density(); }},
        {view,
         "annotations",
         "n",
         "scale, clock, and what else is chosen",
         {{U'n'}},
         [this] { annotations_.toggle(); },
         [this] { return annotations_.shown.any(); }},
        {view,
         "slice of the potential",
         "u",
         "its handles in the picture move and turn it",
         {{U'u'}},
         [this] { slice_.toggle(shown_camera()); },
         [this] { return slice_.is_on(); }},
        {view, "choose a body", "Ctrl+click", "to see its trail"},

        {camera, "rotate", "left drag"},
        {camera, "zoom", "right drag, wheel", "the wheel to what is under the pointer"},
        {camera, "bring to the middle", "double-click"},
        {camera, "pan", "middle drag"},
        {camera,
         "next way to move",
         "c",
         "orbit; fly with w a s d q e and shift; sky",
         {{U'c'}},
         [this] { camera_.next_mode(loaded_); },
         {},
         [this] { return words_of("camera", camera_.mode()); }},
        {camera,
         "next projection",
         "o",
         "orthographic or perspective",
         {{U'o'}},
         [this] { camera_.next_projection(); },
         {},
         [this] { return words_of("projection", camera_.camera().projection); }},
        {camera,
         "next stereo picture",
         "F2",
         join(names<Stereo>),
         {function_key(GLFW_KEY_F2)},
         [this] { look_.stereo = next(look_.stereo); },
         {},
         [this] { return words_of("stereo", look_.stereo); }},
        {camera,
         "all in view",
         "f",
         {},
         {{U'f'}},
         [this] { camera_.frame_all(loaded_); },
         {},
         [this] { return std::string{"all in view"}; }},
        {camera,
         "turn by itself",
         "t",
         {},
         {{U't'}},
         [this] { camera_.settings.turns = !camera_.settings.turns; },
         [this] { return camera_.settings.turns; }},
        {camera, "go to a viewpoint", "1 to 9", "Ctrl+1 to 9 keeps one"},

        {window,
         "panels",
         "F1",
         "and bars",
         {function_key(GLFW_KEY_F1)},
         [this] { panels_.shown = !panels_.shown; },
         [this] { return panels_.shown; },
         [this] { return std::string{panels_.shown ? "panels: on" : "panels: off (F1 shows them again)"}; }},
        panel_control("simulation panel", Panel::simulation),
        panel_control("scene panel", Panel::scene),
        panel_control("diagnostics panel", Panel::diagnostics),
        panel_control("view panel", Panel::view),
        panel_control("timing panel", Panel::timing),
        panel_control("advanced panel", Panel::device),
        {window,
         "keys to the panels",
         "F6",
         "arrows and space; tab and Enter type values; Escape ends it",
         {function_key(GLFW_KEY_F6)},
         [this] { panels_.pass_keys(); },
         [this] { return panels_.have_keys(); }},
        {window,
         "full screen",
         "F11",
         {},
         {function_key(GLFW_KEY_F11)},
         [this] { window_.toggle_full_screen(); },
         [this] { return window_.full_screen(); }},
        {window,
         "close what is open",
         "Escape",
         {},
         {function_key(GLFW_KEY_ESCAPE)},
         [this] { close_open(); }},

        {help,
         "mouse and keys",
         "h",
         {},
         {{U'h'}},
         [this] { panels_.help = !panels_.help; },
         [this] { return panels_.help; },
         [this] { return std::string{}; }},
        {help,
         "tour",
         "F3",
         "ten seconds through what can be done",
         {function_key(GLFW_KEY_F3)},
         [this] { begin_tour(); },
         {},
         [this] { return std::string{}; }},
    };
}

}  // namespace milkomeda
