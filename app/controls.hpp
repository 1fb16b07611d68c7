// Keys and mouse, and what they do. The table is also what the help overlay shows.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "app/window.hpp"
#include "render/camera.hpp"

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
};

struct HelpLine {
    std::string_view keys, meaning;
};
std::span<const HelpLine> help_lines();

std::vector<Action> actions(const Input& input);
void orbit(Camera& camera, const Input& input);

}  // namespace milkomeda
