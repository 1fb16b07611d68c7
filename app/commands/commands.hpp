// What the program can do without a window, one function each; all return the exit code.
#pragma once

#include "app/cli/options.hpp"
#include "assets/assets.hpp"

namespace milkomeda {

int render(const Options& options, const Assets& assets);    // pictures and films without a display
int simulate(const Options& options, const Assets& assets);  // no OpenGL at all
int generate_file(const Options& options, const Assets& assets);
int potential(const Options& options, const Assets& assets);  // maps of it, as files
int info(const Options& options, const Assets& assets);
int devices(const Options& options);
int scenes(const Assets& assets);
int say_what_needs_no_display();  // to whom asks for the window where there can be none

}  // namespace milkomeda
