// Keys and mouse, and what they do. The table is also what the help overlay shows.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "app/platform/window.hpp"

namespace milkomeda {

enum class Action {
    reset,
    next_mode,
    next_preset,
    lock_exposure,
    next_color_by,
    next_color_map,
    larger_points,
    smaller_points,
    play_pause,
    single_step,
    step_back,
    help,
    panels,
    full_screen,
    screenshot,
    save,
    annotations,
    fit_density,
    close_open,
    quit,
    next_camera_mode,
    next_projection,
    frame_all,
    turn,
    next_stereo,
};

struct HelpLine {
    std::string_view keys, meaning;
};
std::span<const HelpLine> help_lines();

// While it is flown, `d` moves the camera instead of changing the draw mode.
std::vector<Action> actions(const Input& input, bool flies);

// Keys 1 to 9: the viewpoint that is to be kept or gone to.
struct ViewpointKey {
    int key;
    bool keeps;
};
std::vector<ViewpointKey> viewpoint_keys(const Input& input);

}  // namespace milkomeda
