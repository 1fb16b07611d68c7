// The command `view`, which opens the window.
#pragma once

#include "app/cli/options.hpp"
#include "assets/assets.hpp"

namespace milkomeda {

void view(const ViewOptions& options, const Assets& assets);  // returns when the user has closed the window

}  // namespace milkomeda
