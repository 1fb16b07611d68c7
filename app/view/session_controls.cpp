// Keys and panels act on the session here.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "app/view/session.hpp"
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

// The table of controls: a row for each line of the help overlay, with its keys and what they do.
std::vector<Control> Session::make_controls() {
    const auto next_mode = [this] { look_.mode = next(look_.mode); };
    const auto larger_points = [this] { enlarge_points(look_); };
    return {
        {"left drag", "rotate"},
        {"right drag, wheel", "zoom; the wheel to what is under the pointer"},
        {"double-click", "bring to the middle"},
        {"middle drag", "pan"},
        {"r", "reset simulation and camera", {{{U'r'}, [this] { reset(); }}}},
        {"d, m", "next draw mode", {{{U'd'}, next_mode}, {{U'm'}, next_mode}}},
        {"p",
         "next preset: photograph, telescope, infrared, x-ray, 2008",
         {{{U'p'}, [this] { next_preset_look(); }}}},
        {"x",
         "lock the exposure, or let it follow the picture",
         {{{U'x'},
           [this] {
               lock_exposure(look_.tone_mapping, loaded_.hdr(), look_.tone_mapping.automatic_exposure);
           }}}},
        {"b, v",
         "next quantity that gives the color; next color map",
         {{{U'b'}, [this] { look_.color_by = next(look_.color_by); }},
          {{U'v'}, [this] { look_.color_map = next(look_.color_map); }}}},
        {"+, -",
         "point size",
         {{{U'+'}, larger_points},
          {{U'='}, larger_points},  // '+' without shift on many keyboards
          {{U'-'}, [this] { shrink_points(look_); }}}},
        {"space",
         "play or pause",
         {{{U' '}, [this] { loaded_.motion().play(!loaded_.motion().playing()); }}}},
        {". ,",
         "single step; next snapshot and last one",
         {{{U'.'}, [this] { loaded_.motion().step(); }}, {{U','}, [this] { loaded_.motion().step_back(); }}}},
        {"n", "annotations on or off", {{{U'n'}, [this] { annotations_.toggle(); }}}},
        {"l", "fit the limits of density to the picture", {{{U'l'}, [this] { fit_density(); }}}},
        {"Ctrl+click", "choose a body, to see its trail"},
        {"c",
         "camera: orbit, fly (w a s d q e, shift), sky",
         {{{U'c'}, [this] { camera_.next_mode(loaded_); }}}},
        {"o, F2",
         "orthographic or other projection, stereo",
         {{{U'o'}, [this] { camera_.next_projection(); }},
          {function_key(GLFW_KEY_F2), [this] { look_.stereo = next(look_.stereo); }}}},
        {"f, t",
         "all in view, turn by itself",
         {{{U'f'}, [this] { camera_.frame_all(loaded_); }},
          {{U't'}, [this] { camera_.settings.turns = !camera_.settings.turns; }}}},
        {"1 to 9", "go to a viewpoint; Ctrl+1 to 9 keeps one"},
        {"h", "this help", {{{U'h'}, [this] { panels_.help = !panels_.help; }}}},
        {"F1",
         "show or hide the panels",
         {{function_key(GLFW_KEY_F1), [this] { panels_.shown = !panels_.shown; }}}},
        {"F11", "full screen", {{function_key(GLFW_KEY_F11), [this] { window_.toggle_full_screen(); }}}},
        {"F12",
         "screenshot into the current folder",
         {{function_key(GLFW_KEY_F12), [this] { screenshot_wanted_ = true; }}}},
        {"Escape", "close what is open", {{function_key(GLFW_KEY_ESCAPE), [this] { close_open(); }}}},
        {"Ctrl+S, Ctrl+Q",
         "save the bodies, quit",
         {{with_control(U's'), [this] { save(); }}, {with_control(U'q'), [this] { window_.close(); }}}},
    };
}

void Session::act(const KeyAction& key) try {
    key.act();
} catch (const UsageError& error) {  // the scene or its motion lacks what the key needs
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
    if (panels_.help)
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
