#include "app/ui/user_commands.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace milkomeda {
namespace {

constexpr std::array<std::pair<std::string_view, KeyStroke>, 6> named_keys{{{"space", {.character = U' '}},
                                                                            {"Escape", {.key = GLFW_KEY_ESCAPE}},
                                                                            {"Backspace", {.key = GLFW_KEY_BACKSPACE}},
                                                                            {"Delete", {.key = GLFW_KEY_DELETE}},
                                                                            {"Home", {.key = GLFW_KEY_HOME}},
                                                                            {"End", {.key = GLFW_KEY_END}}}};

KeyStroke key_stroke(std::string_view name) {
    const auto take_prefix = [&name](std::string_view prefix) {
        if (!name.starts_with(prefix)) return false;
        name.remove_prefix(prefix.size());
        return true;
    };
    const bool control = take_prefix("Ctrl+"), shift = take_prefix("Shift+");
    const auto named = std::ranges::find(named_keys, name, [](const auto& row) { return row.first; });
    if (named != named_keys.end()) return named->second;
    if (name.size() == 1)
        return {.character = static_cast<char32_t>(std::tolower(name.front())), .control = control, .shift = shift};
    int number = 0;  // number of the function key: 12 of F12
    std::from_chars(name.data() + 1, name.data() + name.size(), number);
    return {.key = GLFW_KEY_F1 + number - 1};
}

}  // namespace

std::vector<KeyStroke> key_strokes(std::string_view names) {
    constexpr std::string_view separator = ", ";
    std::vector<KeyStroke> strokes;
    while (!names.empty()) {
        const std::string_view name = names.substr(0, names.find(separator));
        strokes.push_back(key_stroke(name));
        names.remove_prefix(std::min(names.size(), name.size() + separator.size()));
    }
    return strokes;
}

std::vector<const UserCommand*> pressed(std::span<const UserCommand> commands, const Input& input, bool flies) {
    std::vector<const UserCommand*> result;
    for (const KeyStroke& press : input.keys)
        for (const UserCommand& command : commands)
            if (std::ranges::find(command.presses, press) != command.presses.end() &&
                !(flies && press.character == U'd'))
                result.push_back(&command);
    return result;
}

const UserCommand& command_titled(std::span<const UserCommand> commands, std::string_view title) {
    return *std::ranges::find(commands, title, &UserCommand::title);
}

bool has_letter(const UserCommand& command) {
    return std::ranges::any_of(command.presses,
                               [](const KeyStroke& press) { return press.character != 0 && !press.control; });
}

std::vector<ViewpointKey> viewpoint_keys(const Input& input) {
    std::vector<ViewpointKey> result;
    for (const KeyStroke& press : input.keys)
        if (press.character >= U'1' && press.character <= U'9')
            result.push_back({static_cast<int>(press.character - U'0'), press.control});
    return result;
}

}  // namespace milkomeda
