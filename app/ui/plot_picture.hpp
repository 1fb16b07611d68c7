// Plots as a picture, below each other, dark on white.
#pragma once

#include <filesystem>
#include <span>

#include "app/ui/plot.hpp"
#include "render/gl/image.hpp"

namespace milkomeda {

// Needs a current OpenGL context. Binds the window's framebuffer afterwards, and restores ImGui's context.
Image picture_of(std::span<const Plot> plots, std::span<const PlotZoom> zooms = {});
// Writes the picture into a file. Throws std::runtime_error with one line if the file cannot be written.
void write_plots(const std::filesystem::path& file, std::span<const Plot> plots,
                 std::span<const PlotZoom> zooms = {});

}  // namespace milkomeda
