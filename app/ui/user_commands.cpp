#include "app/ui/user_commands.hpp"

#include <algorithm>

namespace milkomeda {

std::vector<const UserCommand*> pressed(std::span<const UserCommand> commands, const Input& input, bool flies) {
    std::vector<const UserCommand*> result;
    for (const KeyStroke& press : input.keys)
        for (const UserCommand& command : commands)
            if (std::ranges::find(command.presses, press) != command.presses.end() &&
                !(flies && press.character == U'd'))
                result.push_back(&command);
    return result;
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
