// Plots as a picture, one below the other, dark on white.
#pragma once

#include <filesystem>
#include <span>

#include "app/ui/plot.hpp"
#include "render/gl/image.hpp"

namespace milkomeda {

// Needs a current OpenGL context, binds the window's framebuffer afterwards, and leaves ImGui's context as it
// was.
Image picture_of(std::span<const Plot> plots, std::span<const PlotZoom> zooms = {});
// The same into a file. Throws std::runtime_error with one line when it cannot be written.
void write_plots(const std::filesystem::path& file, std::span<const Plot> plots,
                 std::span<const PlotZoom> zooms = {});

}  // namespace milkomeda
