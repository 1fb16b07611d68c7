// The table of controls: what mouse and keys do, and what the help overlay says about them.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/platform/input.hpp"

namespace milkomeda {

struct KeyAction {
    KeyPress press;
    std::function<void()> act;
};

// One line of the help overlay.
struct Control {
    std::string keys, meaning;
    std::vector<KeyAction> actions = {};  // none for what the mouse does, and for the keys 1 to 9
};

// Those whose keys were pressed, in that order. While the camera is flown, `d` moves it and does nothing
// else.
std::vector<const KeyAction*> pressed(std::span<const Control> controls, const Input& input, bool flies);

// Keys 1 to 9: the viewpoint that is to be kept or gone to.
struct ViewpointKey {
    int key;
    bool keeps;
};
std::vector<ViewpointKey> viewpoint_keys(const Input& input);

}  // namespace milkomeda
