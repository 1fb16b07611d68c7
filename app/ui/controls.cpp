#include "app/ui/controls.hpp"

#include <algorithm>

namespace milkomeda {

std::vector<const Control*> pressed(std::span<const Control> controls, const Input& input, bool flies) {
    std::vector<const Control*> result;
    for (const KeyPress& press : input.keys)
        for (const Control& control : controls)
            if (std::ranges::find(control.presses, press) != control.presses.end() &&
                !(flies && press.character == U'd'))
                result.push_back(&control);
    return result;
}

bool has_letter(const Control& control) {
    return std::ranges::any_of(control.presses,
                               [](const KeyPress& press) { return press.character != 0 && !press.control; });
}

std::vector<ViewpointKey> viewpoint_keys(const Input& input) {
    std::vector<ViewpointKey> result;
    for (const KeyPress& press : input.keys)
        if (press.character >= U'1' && press.character <= U'9')
            result.push_back({static_cast<int>(press.character - U'0'), press.control});
    return result;
}

}  // namespace milkomeda
