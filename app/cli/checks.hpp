// What options may not be together.
#pragma once

#include "app/cli/options.hpp"

namespace milkomeda {

// Throws UsageError with what is wrong.
void check(const Options& options);

}  // namespace milkomeda
