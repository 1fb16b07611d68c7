// The table of controls: what mouse and keys do. Menus and the help overlay are made from it.
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

// One line of its menu, if it can be chosen there, and of the help overlay.
struct Control {
    Menu menu;
    std::string title;                          // "next draw mode"
    std::string keys;                           // as people write them: "d, m"
    std::string detail = {};                    // what the title leaves open
    std::vector<KeyPress> presses = {};         // none for what the mouse does, and for the keys 1 to 9
    std::function<void()> act = {};             // what each of them does, and the menu's entry
    std::function<bool()> is_on = {};           // of what is on or off
    std::function<std::string()> says = {};     // what it has done; without it: whether it is on now, if that
    std::function<std::string()> subject = {};  // what its entry in the menu is about at the moment
    // Instead of what it does: a menu in the menu. What does nothing there is shown, and cannot be chosen.
    std::function<std::vector<Control>()> list = {};
};

// Those whose keys were pressed, in that order. While the camera is flown, `d` moves it and does nothing
// else.
std::vector<const Control*> pressed(std::span<const Control> controls, const Input& input, bool flies);

// Is its key a letter, which a person may mean for a line of text?
bool has_letter(const Control& control);

// Keys 1 to 9: the viewpoint that is to be kept or gone to.
struct ViewpointKey {
    int key;
    bool keeps;
};
std::vector<ViewpointKey> viewpoint_keys(const Input& input);

}  // namespace milkomeda
