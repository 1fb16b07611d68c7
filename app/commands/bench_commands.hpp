// The subjects of `milkomeda bench`. All functions return the exit code.
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
                    const Assets& assets);  // measures maps of the potential on devices
int bench_matrix(const BenchCommandOptions& options,
                 const Assets& assets);  // measures matrix products on devices
int bench_mixed(const BenchCommandOptions& options,
                const Assets& assets);  // measures mixed particles on devices together with the host

}  // namespace milkomeda
