// The notices at the upper right corner of the picture, colored by their kind.
#pragma once

#include <vector>

#include "app/io/notices.hpp"
#include "app/ui/area.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

// Draws the notices into the upper right corner of the area `free`, below each other, with as many of the newest
// notices as fit.
void draw_notices(Widgets& widgets, const std::vector<Notice>& notices, const Area& free);

// Returns the largest width of the notices with their margin, in screen coordinates.
float widest_notice();

}  // namespace milkomeda
