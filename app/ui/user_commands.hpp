// Commands of the user: what keys and menu entries do. Menus and the help overlay list them.
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

// An entry of a menu and a line of the help overlay. A command without `act` and `submenu` only explains a
// mouse action in the help overlay.
struct UserCommand {
    Menu menu;
    std::string title;                       // "Next draw mode"
    std::string keys;                        // as the user reads them: "d, m"; empty without keys
    std::string detail = {};                 // what the title leaves open
    std::vector<KeyStroke> presses = {};     // key presses that run the command
    std::function<void()> act = {};          // throws UsageError if the scene lacks something
    std::function<bool()> is_on = {};        // state of a switch
    std::function<std::string()> says = {};  // notice after the command; without it, the state of the switch
    std::function<std::string()> subject =
        {};  // object of the command at present, appended to the menu entry
    std::function<std::vector<UserCommand>()> list = {};  // entries of a submenu
    std::function<bool()> is_enabled = {};                // false grays the menu entry; empty means always
    int place = 0;                                        // entries of a menu are listed by ascending place
};

// Commands whose keys were pressed, in that order. While the camera flies, `d` only moves the camera.
std::vector<const UserCommand*> pressed(std::span<const UserCommand> commands, const Input& input,
                                        bool flies);

// True if a key of the command is a letter without Control, which could also be typed into a text field.
bool has_letter(const UserCommand& command);

// One of the keys 1 to 9, which go to a viewpoint, or store the viewpoint if Control is held.
struct ViewpointKey {
    int key;
    bool keeps;  // stores the viewpoint
};
std::vector<ViewpointKey> viewpoint_keys(const Input& input);

}  // namespace milkomeda
