// The part of the View panel that turns collected light into a picture.
#pragma once

#include "app/widgets.hpp"
#include "render/darkroom.hpp"
#include "render/look.hpp"

namespace milkomeda {

void light_panel(Widgets& widgets, Light& light, const Darkroom& darkroom);

// Stops the exposure from following the picture, or lets it follow again.
void lock_exposure(Light& light, const Darkroom& darkroom, bool locked);

}  // namespace milkomeda
