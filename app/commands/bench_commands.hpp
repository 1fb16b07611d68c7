// The subcommands of `milkomeda bench`.
#pragma once

#include "app/cli/options.hpp"
#include "assets/assets.hpp"

namespace milkomeda {

// Measures the direct sum on devices.
void bench_direct(const BenchCommandOptions& options, const Assets& assets);
// Measures each solver on devices.
void bench_solvers(const BenchCommandOptions& options, const Assets& assets);
// Measures how long the drivers take to build the kernels of the direct sum.
void bench_build(const BenchCommandOptions& options, const Assets& assets);
// Measures drawing with OpenGL.
void bench_draw(const BenchCommandOptions& options, const Assets& assets);
// Measures maps of the gravitational potential on devices.
void bench_potential(const BenchCommandOptions& options, const Assets& assets);
// Measures matrix products on devices.
void bench_matrix(const BenchCommandOptions& options, const Assets& assets);
// Measures an iteration of a mixed box: small particles on a device, and large particles on the host.
void bench_mixed(const BenchCommandOptions& options, const Assets& assets);

}  // namespace milkomeda
