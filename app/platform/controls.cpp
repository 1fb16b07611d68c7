#include "app/platform/controls.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <array>

namespace milkomeda {
namespace {

struct Binding {
    KeyPress press;
    Action action;
};

constexpr std::array bindings{
    Binding{{U'r', 0, false}, Action::reset},
    Binding{{U'd', 0, false}, Action::next_mode},
    Binding{{U'm', 0, false}, Action::next_mode},
    Binding{{U'p', 0, false}, Action::next_preset},
    Binding{{U'x', 0, false}, Action::lock_exposure},
    Binding{{U'b', 0, false}, Action::next_color_by},
    Binding{{U'v', 0, false}, Action::next_color_map},
    Binding{{U'+', 0, false}, Action::larger_points},
    Binding{{U'=', 0, false}, Action::larger_points},  // '+' without shift on many keyboards
    Binding{{U'-', 0, false}, Action::smaller_points},
    Binding{{U' ', 0, false}, Action::play_pause},
    Binding{{U'.', 0, false}, Action::single_step},
    Binding{{U',', 0, false}, Action::step_back},
    Binding{{U'h', 0, false}, Action::help},
    Binding{{0, GLFW_KEY_F1, false}, Action::panels},
    Binding{{0, GLFW_KEY_F11, false}, Action::full_screen},
    Binding{{0, GLFW_KEY_F12, false}, Action::screenshot},
    Binding{{U's', 0, true}, Action::save},
    Binding{{U'n', 0, false}, Action::annotations},
    Binding{{U'l', 0, false}, Action::fit_density},
    Binding{{0, GLFW_KEY_ESCAPE, false}, Action::close_open},
    Binding{{U'q', 0, true}, Action::quit},
    Binding{{U'c', 0, false}, Action::next_camera_mode},
    Binding{{U'o', 0, false}, Action::next_projection},
    Binding{{U'f', 0, false}, Action::frame_all},
    Binding{{U't', 0, false}, Action::turn},
    Binding{{0, GLFW_KEY_F2, false}, Action::next_stereo},
};

constexpr std::array lines{
    HelpLine{"left drag", "rotate"},
    HelpLine{"right drag, wheel", "zoom"},
    HelpLine{"middle drag", "pan"},
    HelpLine{"r", "reset simulation and camera"},
    HelpLine{"d, m", "next draw mode"},
    HelpLine{"p", "next preset: photograph, telescope, infrared, x-ray, 2008"},
    HelpLine{"x", "lock the exposure, or let it follow the picture"},
    HelpLine{"b, v", "next quantity that gives the color; next color map"},
    HelpLine{"+, -", "point size"},
    HelpLine{"space", "play or pause"},
    HelpLine{". ,", "single step; next snapshot and last one"},
    HelpLine{"n", "annotations on or off"},
    HelpLine{"l", "fit the limits of density to the picture"},
    HelpLine{"Ctrl+click", "choose a body, to see its trail"},
    HelpLine{"c", "camera: orbit, fly (w a s d q e, shift), sky"},
    HelpLine{"o, F2", "orthographic or other projection, stereo"},
    HelpLine{"f, t", "all in view, turn by itself"},
    HelpLine{"1 to 9", "go to a viewpoint; Ctrl+1 to 9 keeps one"},
    HelpLine{"h", "this help"},
    HelpLine{"F1", "show or hide the panels"},
    HelpLine{"F11", "full screen"},
    HelpLine{"F12", "screenshot into the current folder"},
    HelpLine{"Escape", "close what is open"},
    HelpLine{"Ctrl+S, Ctrl+Q", "save the bodies, quit"},
};

}  // namespace

std::span<const HelpLine> help_lines() {
    return lines;
}

std::vector<Action> actions(const Input& input, bool flies) {
    std::vector<Action> result;
    for (const KeyPress& press : input.keys)
        for (const Binding& binding : bindings)
            if (binding.press.character == press.character && binding.press.key == press.key &&
                binding.press.control == press.control && !(flies && binding.press.character == U'd'))
                result.push_back(binding.action);
    return result;
}

std::vector<ViewpointKey> viewpoint_keys(const Input& input) {
    std::vector<ViewpointKey> result;
    for (const KeyPress& press : input.keys)
        if (press.character >= U'1' && press.character <= U'9')
            result.push_back({static_cast<int>(press.character - U'0'), press.control});
    return result;
}

}  // namespace milkomeda
