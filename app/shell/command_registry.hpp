// The list of all commands of keys and menus. Each part of the window program registers its own commands.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/ui/user_commands.hpp"

namespace milkomeda {

class CommandRegistry {
  public:
    // Inserts the command into its menu, behind all commands with a smaller or equal `place`. The class
    // SettingsUndo adds undo entries for changed settings; commands that change anything else must add their
    // own undo entries.
    void add(UserCommand command) {
        const auto is_before = [](const UserCommand& a, const UserCommand& b) {
            return std::pair{a.menu, a.place} < std::pair{b.menu, b.place};
        };
        commands_.insert(std::ranges::upper_bound(commands_, command, is_before), std::move(command));
    }

    // All commands, ordered by menu and place. References stay valid until the next add().
    const std::vector<UserCommand>& commands() const { return commands_; }

  private:
    std::vector<UserCommand> commands_;
};

// Key strokes for UserCommand::presses. `key` is a GLFW key code.
inline KeyStroke function_key(int key) { return {.key = key}; }
inline KeyStroke with_control(char32_t letter) { return {.character = letter, .control = true}; }

// Returns the notice that shows the new value of a setting, such as "Camera: fly".
template <Named Enum>
std::string setting_notice(const char* what, Enum value) {
    return what + (": " + std::string{name_of(value)});
}

}  // namespace milkomeda
