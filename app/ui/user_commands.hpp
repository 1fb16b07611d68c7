// The type of the user's commands, which keys and menu entries start. Menus and help list all commands.
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
inline constexpr std::array<std::string_view, 6> names<Menu>{"File", "Simulation", "View", "Camera", "Window", "Help"};

// A command of the user: an entry of a menu, and a line of the help. A command without `act` and `list` only
// explains a mouse action in the help.
struct UserCommand {
    Menu menu;
    std::string title;                                    // title, such as "Next draw mode"
    std::string keys;                                     // names of the keys, such as "d, m"; empty without keys
    std::string detail = {};                              // additional explanation
    std::vector<KeyStroke> presses = {};                  // key strokes that start the command
    std::function<void()> act = {};                       // throws UsageError if the scene lacks something
    std::function<bool()> is_on = {};                     // returns the state of a switch
    std::function<std::string()> says = {};               // notice after the command; empty: state of the switch
    std::function<std::string()> subject = {};            // returns a word that the menu entry appends to the title
    std::function<std::vector<UserCommand>()> list = {};  // returns the entries of a submenu
    std::function<bool()> is_enabled = {};                // returns false to disable the entry
    int place = 0;                                        // sort key of the entry within its menu
};

// Returns the commands whose keys were pressed, in the order of the key presses. If `flies` is true, the
// camera flies, and the key `d` only moves the camera.
std::vector<const UserCommand*> pressed(std::span<const UserCommand> commands, const Input& input, bool flies);

// Returns true if a key of the command is a letter without Control, which the user could also type as text.
bool has_letter(const UserCommand& command);

// A press of a key 1 to 9, which goes to a viewpoint, or with Control saves the present viewpoint.
struct ViewpointKey {
    int key;
    bool keeps;  // true: saves the viewpoint; false: goes to the viewpoint
};
std::vector<ViewpointKey> viewpoint_keys(const Input& input);

}  // namespace milkomeda
