// The table of controls over the picture.
#pragma once

#include <span>

#include "app/platform/controls.hpp"

namespace milkomeda {

void help_overlay(std::span<const Control> controls);

}  // namespace milkomeda
