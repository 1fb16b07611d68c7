// The commands of the window, which keys and menu entries start. Menus and help list all commands.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/input.hpp"
#include "data/base/names.hpp"

namespace milkomeda {

enum class Menu { file, edit, view, simulation, camera, window, help };
template <>
inline constexpr std::array<std::string_view, 7> names<Menu>{"File",   "Edit",   "View", "Simulation",
                                                             "Camera", "Window", "Help"};

// The place of a command in the menus, and its texts.
struct CommandEntry {
    Menu menu;
    int place;                // sort key of the entry within its menu
    std::string title;        // title, such as "Draw mode"
    std::string keys = {};    // names of the keys, such as "d, m" or "Ctrl+S"; empty without keys
    std::string detail = {};  // explanation for the help and for the tooltip of the menu entry
};

struct UserCommand;

// The functions of a command. A command with neither `act` nor `list` only explains a mouse action in the help.
struct CommandActions {
    std::function<void()> act = {};    // throws UsageError if the command is impossible
    std::function<bool()> is_on = {};  // true while the command's switch is on; empty for commands that are no switches
    // returns the message shown after act(); without this function, the message gives the state of the switch
    std::function<std::string()> says = {};
    std::function<std::string()> subject = {};  // returns a text that the menu appends to the title
    // returns the entries of a submenu that the menu shows instead of the command; the command's keys call act()
    std::function<std::vector<UserCommand>()> list = {};
    // returns the reason why act() is impossible now; an empty text if act() is possible
    std::function<std::string()> why_disabled = {};
};

struct UserCommand : CommandEntry, CommandActions {
    std::vector<KeyStroke> presses = {};  // key strokes that start the command
};

// Returns the key strokes with these names: "d, m" are two letters; "Ctrl+S" and "F12" are one key stroke each.
std::vector<KeyStroke> key_strokes(std::string_view names);

// Returns the commands whose keys were pressed, in the order of the key presses. `flies`: true in the camera mode fly,
// in which the key `d` moves the camera and starts no command.
std::vector<const UserCommand*> pressed(std::span<const UserCommand> commands, const Input& input, bool flies);

// Returns the command with this title, which must exist.
const UserCommand& command_titled(std::span<const UserCommand> commands, std::string_view title);

// Returns true if a key of the command is a letter without Control, which the user could also type as text.
bool has_letter(const UserCommand& command);

// A press of a key 1 to 9: goes to a viewpoint or, with Control, saves the present view as a viewpoint.
struct ViewpointKey {
    int key;
    bool keeps;  // true: saves the viewpoint; false: goes to the viewpoint
};
std::vector<ViewpointKey> viewpoint_keys(const Input& input);

}  // namespace milkomeda
