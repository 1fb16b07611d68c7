// Commands without a window, one function each. All functions return the exit code.
#pragma once

#include "app/cli/options.hpp"
#include "assets/assets.hpp"

namespace milkomeda {

// draws pictures and videos without a display
int render(const RenderOptions& options, const Assets& assets);
// computes a run and writes its files, without OpenGL
int simulate(const SimulateOptions& options, const Assets& assets);
int generate_file(const GenerateOptions& options, const Assets& assets);
// writes a map of the potential to a file
int potential(const PotentialOptions& options, const Assets& assets);
int info(const InfoOptions& options, const Assets& assets);
int devices(const DevicesOptions& options);
int scenes(const Assets& assets);
// Lists the commands that need no display, for a user who starts the window without one.
int list_commands_without_display();

}  // namespace milkomeda
