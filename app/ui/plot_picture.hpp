// Draws plots into one picture, below each other, in dark colors on white.
#pragma once

#include <filesystem>
#include <span>

#include "app/ui/plot.hpp"
#include "render/gl/image.hpp"

namespace milkomeda {

// Returns the picture. Needs a current OpenGL context. Afterwards the framebuffer of the window is bound, and
// the former ImGui context is current.
Image picture_of(std::span<const Plot> plots, std::span<const PlotZoom> zooms = {});
// Writes the picture to a file. Throws std::runtime_error with a message of one line.
void write_plots(const std::filesystem::path& file, std::span<const Plot> plots, std::span<const PlotZoom> zooms = {});

}  // namespace milkomeda
