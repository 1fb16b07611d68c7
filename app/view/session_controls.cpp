// Keys, menus and panels act on the session here.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "app/view/session.hpp"
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

}  // namespace

// The table of controls, menu by menu: for each its keys and what they do.
std::vector<Control> Session::make_controls() {
    using enum Menu;
    return {
        {file,
         "save the bodies",
         "Ctrl+S",
         "to the file that the panel names",
         {with_control(U's')},
         [this] { save(); }},
        {file,
         "screenshot",
         "F12",
         "into the current folder",
         {function_key(GLFW_KEY_F12)},
         [this] { screenshot_wanted_ = true; }},
        {file, "quit", "Ctrl+Q", {}, {with_control(U'q')}, [this] { window_.close(); }},

        {simulation,
         "play or pause",
         "space",
         {},
         {{U' '}},
         [this] { loaded_.motion().play(!loaded_.motion().playing()); }},
        {simulation,
         "single step",
         ".",
         "of a series the next snapshot",
         {{U'.'}},
         [this] { loaded_.motion().step(); }},
        {simulation,
         "step back",
         ",",
         "to the last snapshot of a series",
         {{U','}},
         [this] { loaded_.motion().step_back(); }},
        {simulation, "reset", "r", "simulation and camera", {{U'r'}}, [this] { reset(); }},

        {view, "next draw mode", "d, m", {}, {{U'd'}, {U'm'}}, [this] { look_.mode = next(look_.mode); }},
        {view, "next preset", "p", join(names<Preset>), {{U'p'}}, [this] { next_preset_look(); }},
        {view,
         "lock the exposure",
         "x",
         "else it follows the picture",
         {{U'x'}},
         [this] { lock_exposure(look_.tone_mapping, loaded_.hdr(), look_.tone_mapping.automatic_exposure); },
         [this] { return !look_.tone_mapping.automatic_exposure; }},
        {view,
         "color by the next quantity",
         "b",
         {},
         {{U'b'}},
         [this] { look_.color_by = next(look_.color_by); }},
        {view, "next color map", "v", {}, {{U'v'}}, [this] { look_.color_map = next(look_.color_map); }},
        {view,
         "larger points",
         "+",
         {},
         {{U'+'}, {U'='}},  // '+' without shift on many keyboards
         [this] { enlarge_points(look_); }},
        {view, "smaller points", "-", {}, {{U'-'}}, [this] { shrink_points(look_); }},
        {view, "fit the limits of density", "l", "to the picture", {{U'l'}}, [this] { fit_density(); }},
        {view,
         "annotations",
         "n",
         "scale, clock, and what else is chosen",
         {{U'n'}},
         [this] { annotations_.toggle(); },
         [this] { return annotations_.shown.any(); }},
        {view, "choose a body", "Ctrl+click", "to see its trail"},

        {camera, "rotate", "left drag"},
        {camera, "zoom", "right drag, wheel"},
        {camera, "pan", "middle drag"},
        {camera,
         "next way to move",
         "c",
         "orbit; fly with w a s d q e and shift; sky",
         {{U'c'}},
         [this] { camera_.next_mode(loaded_); }},
        {camera,
         "next projection",
         "o",
         "orthographic or perspective",
         {{U'o'}},
         [this] { camera_.next_projection(); }},
        {camera,
         "next stereo picture",
         "F2",
         join(names<Stereo>),
         {function_key(GLFW_KEY_F2)},
         [this] { look_.stereo = next(look_.stereo); }},
        {camera, "all in view", "f", {}, {{U'f'}}, [this] { camera_.frame_all(loaded_); }},
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
         [this] { return panels_.shown; }},
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
         [this] { return panels_.help; }},
    };
}

void Session::act(const Control& control) try {
    control.act();
} catch (const UsageError& error) {  // the scene or its motion lacks what it needs
    notices_.add(error.what());
}

void Session::act(const ViewpointKey& key) try {
    const std::string name = "viewpoint " + std::to_string(key.key);
    if (key.keeps) {
        camera_.save_viewpoint(key.key);
        notices_.add(name + " kept");
    } else if (!camera_.go_to_viewpoint(key.key, loaded_)) {
        notices_.add("there is no " + name + " yet; Ctrl+" + std::to_string(key.key) + " keeps one");
    }
} catch (const UsageError& error) {
    notices_.add(error.what());
}

void Session::act(const PanelActions& wanted) {
    if (wanted.control) act(*wanted.control);
    if (wanted.fit_density) fit_density();
    if (wanted.reset) reset();
    if (wanted.save) save();
    if (wanted.save_path) save_path(*wanted.save_path);
    if (wanted.simulate_from)
        replace(with_source(panels_.scene_panel().draft().options(), wanted.simulate_from->string()));
    if (wanted.load) replace(*wanted.load);
    if (wanted.open_device) open_device(*wanted.open_device);
}

void Session::next_preset_look() {
    const std::optional<Preset> preset = preset_of(look_);
    look_ = with_preset(look_, preset ? next(*preset) : Preset::photograph);
}

void Session::close_open() {
    if (panels_.menu_open())
        panels_.close_menu();
    else if (panels_.help)
        panels_.help = false;
    else if (window_.full_screen())
        window_.toggle_full_screen();
}

void Session::fit_density() {
    const DensityLimits fitting = loaded_.hdr().fitting_limits();
    if (!(fitting.low > 0))
        return notices_.add("limits of density are of the modes density and stars, with something to see");
    look_.density.automatic_limits = false;
    look_.density.low = fitting.low;
    look_.density.high = fitting.high;
}

void Session::reset() {
    loaded_.motion().restart();
    if (lost_device_) lost_device_->plays_on = true;
    camera_.begin(loaded_.initial(), options_.camera);
    annotations_.restart();
    trace_.event("reset", {{"time", loaded_.motion().status().time}});
}

}  // namespace milkomeda
