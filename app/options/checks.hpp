// What options may not be together.
#pragma once

#include "app/options/options.hpp"

namespace milkomeda {

// Throws UsageError with what is wrong.
void check(const Options& options);

}  // namespace milkomeda
