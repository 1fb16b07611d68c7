// Controls that are made from the tables of settings.
#pragma once

#include <string_view>

#include "app/ui/widgets.hpp"
#include "data/simulation/parameter_table.hpp"
#include "render/look/look_table.hpp"

namespace milkomeda {

// Shows the controls of a group of parameters. A right click resets a control to `initial`, and the pace to
// its default.
void parameter_controls(Widgets& widgets, SimulationParameters& parameters,
                        const SimulationParameters& initial, ParameterGroup group);

// Shows the controls of a section that change the picture. Returns the key of the changed setting, empty if
// nothing changed.
std::string_view look_controls(Widgets& widgets, Look& look, LookSection section);

}  // namespace milkomeda
