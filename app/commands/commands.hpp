// Commands without a window, one function each. All functions return the exit code.
#pragma once

#include "app/cli/options.hpp"
#include "assets/assets.hpp"

namespace milkomeda {

int render(const RenderOptions& options, const Assets& assets);      // draws pictures and videos
int simulate(const SimulateOptions& options, const Assets& assets);  // computes a run without OpenGL
int generate_file(const GenerateOptions& options, const Assets& assets);
int potential(const PotentialOptions& options, const Assets& assets);  // writes a map of the potential
int info(const InfoOptions& options, const Assets& assets);
int devices(const DevicesOptions& options);
int scenes(const Assets& assets);
// Lists the commands that need no display, for a user who starts the window without one.
int list_commands_without_display();

}  // namespace milkomeda
