// The commands that measure how fast things are; all return the exit code.
#pragma once

#include "app/cli/options.hpp"
#include "assets/assets.hpp"

namespace milkomeda {

int bench_direct(const BenchCommandOptions& options, const Assets& assets);  // devices, at the direct sum
int bench_solvers(const BenchCommandOptions& options,
                  const Assets& assets);  // devices, at each of the solvers
int bench_build(const BenchCommandOptions& options,
                const Assets& assets);  // their drivers, at building kernels
int bench_draw(const BenchCommandOptions& options, const Assets& assets);  // this OpenGL, at drawing
int bench_potential(const BenchCommandOptions& options,
                    const Assets& assets);  // devices, at maps of the potential
int bench_matrix(const BenchCommandOptions& options,
                 const Assets& assets);  // devices, at the first kernels to read
int bench_mixed(const BenchCommandOptions& options,
                const Assets& assets);  // devices with the host, at mixed sizes

}  // namespace milkomeda
