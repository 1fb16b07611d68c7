// What is seen of the guided tour: a frame around what it speaks of, and its words.
#pragma once

#include "app/panels/tour.hpp"
#include "app/viewport/overlay_painter.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

inline constexpr const char* tour_title = "Tour";

// `free` is the part of the picture that panels leave; needs all that is drawn in this frame.
void tour_overlay(Widgets& widgets, const Tour& tour, const Area& free);

// What the words of the tour leave of this area, above them or below.
Area beside_tour(const Widgets& widgets, const Area& free);

}  // namespace milkomeda
