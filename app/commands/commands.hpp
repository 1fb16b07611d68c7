// What the program can do without a window, one function each; all return the exit code.
#pragma once

#include "app/cli/options.hpp"
#include "assets/assets.hpp"

namespace milkomeda {

int render(const RenderOptions& options, const Assets& assets);      // pictures and films without a display
int simulate(const SimulateOptions& options, const Assets& assets);  // no OpenGL at all
int generate_file(const GenerateOptions& options, const Assets& assets);
int potential(const PotentialOptions& options, const Assets& assets);  // maps of it, as files
int info(const InfoOptions& options, const Assets& assets);
int devices(const DevicesOptions& options);
int scenes(const Assets& assets);
int say_what_needs_no_display();  // to whom asks for the window where there can be none

}  // namespace milkomeda
