// The command `view`, which opens the window.
#pragma once

#include "app/cli/options.hpp"
#include "assets/assets.hpp"

namespace milkomeda {

int view(const ViewOptions& options, const Assets& assets);  // returns the exit code of the program

}  // namespace milkomeda
