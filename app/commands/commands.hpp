// Commands without a window, one function for each command.
#pragma once

#include "app/cli/options.hpp"
#include "assets/assets.hpp"

namespace milkomeda {

void render(const RenderOptions& options, const Assets& assets);      // draws a picture or a video
void simulate(const SimulateOptions& options, const Assets& assets);  // computes a run without OpenGL
void generate_file(const GenerateOptions& options, const Assets& assets);
// Writes a folder with which another program computes a run.
void hand_over(const HandOverOptions& options, const Assets& assets);
void potential(const PotentialOptions& options, const Assets& assets);     // writes a map of the potential
void profile(const ProfileCommandOptions& options, const Assets& assets);  // measures galaxies
void map(const MapCommandOptions& options, const Assets& assets);          // writes a map on the sky
void match(const MatchCommandOptions& options, const Assets& assets);      // searches encounters
void confirm(const ConfirmOptions& options, const Assets& assets);         // repeats an encounter with live galaxies
void info(const InfoOptions& options, const Assets& assets);
void devices(const DevicesOptions& options);
void scenes(const ScenesOptions& options, const Assets& assets);
// Logs that no window can be opened, and lists the commands that need no display.
void list_commands_without_display();

// The function bench_NAME() executes the command `milkomeda bench NAME`.
// Measures the speed of the direct sum on devices.
void bench_direct(const BenchCommandOptions& options, const Assets& assets);
// Measures the speed and the force errors of each solver on devices.
void bench_solvers(const BenchCommandOptions& options, const Assets& assets);
// Measures how long the drivers take to build the kernels of the direct sum.
void bench_build(const BenchCommandOptions& options, const Assets& assets);
// Measures the time to draw a picture with OpenGL.
void bench_draw(const BenchCommandOptions& options, const Assets& assets);
// Measures how fast devices compute maps of the gravitational potential.
void bench_potential(const BenchCommandOptions& options, const Assets& assets);
// Measures how fast devices multiply matrices.
void bench_matrix(const BenchCommandOptions& options, const Assets& assets);
void bench_gas(const BenchCommandOptions& options, const Assets& assets);
// Measures how many restricted encounters of galaxies devices compute in a second.
void bench_encounters(const BenchCommandOptions& options, const Assets& assets);
// Measures the time of one iteration in a mixed box, in which small particles (on the device) and large particles (on
// the host) collide.
void bench_mixed(const BenchCommandOptions& options, const Assets& assets);

}  // namespace milkomeda
