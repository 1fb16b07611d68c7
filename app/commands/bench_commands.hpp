// The subcommands of `milkomeda bench`.
#pragma once

#include "app/cli/options.hpp"
#include "assets/assets.hpp"

namespace milkomeda {

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
// Measures the time of one iteration in a mixed box, in which small particles (on the device) and large particles (on
// the host) collide.
void bench_mixed(const BenchCommandOptions& options, const Assets& assets);

}  // namespace milkomeda
