// The list of all commands that keys and menus start. Each part of the window program registers its own commands.
#pragma once

#include <fmt/format.h>
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/ui/user_commands.hpp"
#include "data/text/text.hpp"

namespace milkomeda {

class CommandRegistry {
  public:
    // Inserts the command into its menu, behind all commands with a smaller or equal `place`. The command is started by
    // the keys of the entry, and by `hidden_keys`, which menus and help do not show. The class SettingsUndo adds undo
    // entries for changed settings; commands that change other things must add their own undo entries.
    void add(CommandEntry entry, CommandActions actions = {}, const std::string& hidden_keys = {}) {
        UserCommand command{std::move(entry), std::move(actions)};
        if (command.act) command.presses = key_strokes(command.keys + (hidden_keys.empty() ? "" : ", " + hidden_keys));
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

// Suppresses the notice of a switch; see CommandActions::says.
inline std::string no_notice() { return {}; }

// Returns the notice that shows the new value of a setting, such as "Camera: fly".
template <Named Enum>
std::string setting_notice(std::string_view setting, Enum value) {
    return fmt::format("{}: {}", setting, name_of(value));
}

// Returns the menu entries for the values `values` of a setting. `now` returns the present value, and `take` sets the
// value.
template <Named Enum>
std::vector<UserCommand> entries_of(std::string_view setting, std::span<const Enum> values,
                                    const std::function<Enum()>& now, const std::function<void(Enum)>& take) {
    std::vector<UserCommand> entries;
    for (const Enum value : values)
        entries.push_back({{Menu::view, 0, capitalized(name_of(value))},
                           {.act = [take, value] { take(value); },
                            .is_on = [now, value] { return now() == value; },
                            .says = [setting, value] { return setting_notice(setting, value); }}});
    return entries;
}

// Returns all values of an enumeration, whose values must be 0, 1, 2, ...
template <Named Enum>
std::vector<Enum> all_values() {
    std::vector<Enum> values;
    for (std::size_t i = 0; i < names<Enum>.size(); ++i) values.push_back(static_cast<Enum>(i));
    return values;
}

}  // namespace milkomeda
