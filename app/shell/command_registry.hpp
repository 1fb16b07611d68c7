// The commands of keys and menus. Every part of the window program registers its own commands.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/ui/user_commands.hpp"

namespace milkomeda {

class CommandRegistry {
  public:
    // Inserts the command behind all commands of the same menu with a smaller or equal place. Settings that a
    // command changes become undo entries by themselves (SettingsUndo); other commands add their own undo
    // entries.
    void add(UserCommand command) {
        const auto is_before = [](const UserCommand& a, const UserCommand& b) {
            return std::pair{a.menu, a.place} < std::pair{b.menu, b.place};
        };
        commands_.insert(std::ranges::upper_bound(commands_, command, is_before), std::move(command));
    }

    // Menu by menu. References stay valid until the next add().
    const std::vector<UserCommand>& commands() const { return commands_; }

  private:
    std::vector<UserCommand> commands_;
};

// Key presses for the table of a command. `key` is a GLFW key code.
inline KeyStroke function_key(int key) {
    return {.key = key};
}
inline KeyStroke with_control(char32_t letter) {
    return {.character = letter, .control = true};
}

// The value that a command has set: "Camera: fly".
template <Named Enum>
std::string setting_notice(const char* what, Enum value) {
    return what + (": " + std::string{name_of(value)});
}

}  // namespace milkomeda
