// What the program can do, one function each; all return the exit code.
#pragma once

#include "app/options.hpp"
#include "assets/assets.hpp"

namespace milkomeda {

int view(const Options& options, const Assets& assets);      // the window
int render(const Options& options, const Assets& assets);    // pictures and films without a display
int simulate(const Options& options, const Assets& assets);  // no OpenGL at all
int generate_file(const Options& options, const Assets& assets);
int info(const Options& options);
int devices(const Options& options);
int bench_direct(const Options& options, const Assets& assets);  // how fast devices compute
int bench_build(const Options& options, const Assets& assets);   // how fast their drivers build kernels
int bench_draw(const Options& options, const Assets& assets);    // how fast this OpenGL draws
int scenes(const Assets& assets);

}  // namespace milkomeda
