// Commands without a window, one function for each command.
#pragma once

#include "app/cli/options.hpp"
#include "assets/assets.hpp"

namespace milkomeda {

void render(const RenderOptions& options, const Assets& assets);      // draws a picture or a video
void simulate(const SimulateOptions& options, const Assets& assets);  // computes a run without OpenGL
void generate_file(const GenerateOptions& options, const Assets& assets);
void potential(const PotentialOptions& options, const Assets& assets);  // writes a map of the potential
void info(const InfoOptions& options, const Assets& assets);
void devices(const DevicesOptions& options);
void scenes(const Assets& assets);
// Logs that no window can be opened, and lists the commands that need no display.
void list_commands_without_display();

}  // namespace milkomeda
