// The subcommands of `milkomeda bench`. All functions return the exit code.
#pragma once

#include "app/cli/options.hpp"
#include "assets/assets.hpp"

namespace milkomeda {

// measures the direct sum on devices
int bench_direct(const BenchCommandOptions& options, const Assets& assets);
int bench_solvers(const BenchCommandOptions& options,
                  const Assets& assets);  // measures each solver on devices
int bench_build(const BenchCommandOptions& options,
                const Assets& assets);  // measures how long the drivers build kernels
int bench_draw(const BenchCommandOptions& options, const Assets& assets);  // measures drawing with OpenGL
int bench_potential(const BenchCommandOptions& options,
                    const Assets& assets);  // measures maps of the gravitational potential on devices
int bench_matrix(const BenchCommandOptions& options,
                 const Assets& assets);  // measures matrix products on devices
int bench_mixed(const BenchCommandOptions& options,
                // measures an iteration of mixed particles, which a device and the host compute together
                const Assets& assets);

}  // namespace milkomeda
