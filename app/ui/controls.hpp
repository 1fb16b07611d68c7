// The table of controls: the actions of the mouse and of keys. Menus and the help overlay are made from it.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/ui/input.hpp"
#include "data/base/names.hpp"

namespace milkomeda {

enum class Menu { file, simulation, view, camera, window, help };
template <>
inline constexpr std::array<std::string_view, 6> names<Menu>{"File",   "Simulation", "View",
                                                             "Camera", "Window",     "Help"};

// One line of the help overlay, and of a menu unless it can only be used by mouse.
struct Control {
    Menu menu;
    std::string title;                   // for example "next draw mode"
    std::string keys;                    // keys as text for the user: "d, m"
    std::string detail = {};             // further explanation
    std::vector<KeyPress> presses = {};  // empty for actions of the mouse and for the keys 1 to 9
    std::function<void()> act = {};      // action of the keys and of the menu entry
    std::function<bool()> is_on = {};    // for switches: true while the switch is on
    // message after the action; without it, switches report whether they are on
    std::function<std::string()> says = {};
    // object of the menu entry at the moment, for example a galaxy
    std::function<std::string()> subject = {};
    // Entries of a submenu, which replaces the action. Entries without action are shown and cannot be chosen.
    std::function<std::vector<Control>()> list = {};
};

// Returns the controls whose keys were pressed, in that order. While the camera is flown, `d` only moves it.
std::vector<const Control*> pressed(std::span<const Control> controls, const Input& input, bool flies);

// Returns true if the control has a letter as key, which the user may have typed for a text field.
bool has_letter(const Control& control);

// Keys 1 to 9: the viewpoint that is to be stored or shown.
struct ViewpointKey {
    int key;
    bool keeps;
};
std::vector<ViewpointKey> viewpoint_keys(const Input& input);

}  // namespace milkomeda
