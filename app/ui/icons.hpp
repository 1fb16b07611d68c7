// The icons of rails and bars, drawn with lines and filled shapes, so that they are sharp at every scale.
#pragma once

#include <cstdint>

struct ImDrawList;
struct ImVec2;

namespace milkomeda {

enum class Icon {
    scenes,
    add,
    throw_galaxy,
    pull,
    measure,
    match,
    slice,
    compare,
    photograph,
    look,
    camera,
    labels,
    graphs,
    physics,
    device,
    play,
    pause,
    backward,
    step,
    step_back,
    restart,
    loop
};

// Draws the icon into the square with the center `middle` and the edge length `edge`, in screen coordinates. `color`
// has ImGui's format ImU32.
void draw_icon(ImDrawList& list, Icon icon, const ImVec2& middle, float edge, std::uint32_t color);

}  // namespace milkomeda
