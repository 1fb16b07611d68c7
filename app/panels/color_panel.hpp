// The part of the View panel that says what gives particles their colour.
#pragma once

#include "app/panels/widgets.hpp"
#include "app/scene/loaded_scene.hpp"

namespace milkomeda {

void color_panel(Widgets& widgets, Look& look, const LoadedScene& loaded);

}  // namespace milkomeda
