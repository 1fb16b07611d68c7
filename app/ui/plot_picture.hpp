// Draws plots into one picture, as a column, in dark colors on white.
#pragma once

#include <span>

#include "app/ui/plot.hpp"
#include "render/gl/image.hpp"

namespace milkomeda {

// Returns the picture. Needs a current OpenGL context. Afterwards the framebuffer of the window is bound, and
// the former ImGui context is current.
Image picture_of(std::span<const Plot> plots, std::span<const PlotZoom> zooms = {});

}  // namespace milkomeda
