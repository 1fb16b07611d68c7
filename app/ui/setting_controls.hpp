// Controls that come from the tables of settings.
#pragma once

#include <string_view>

#include "app/ui/widgets.hpp"
#include "data/simulation/parameter_table.hpp"
#include "render/look/look_table.hpp"

namespace milkomeda {

// Those of a group of parameters. A right click puts a control back to `initial`, but the pace to its
// default.
void parameter_controls(Widgets& widgets, SimulationParameters& parameters,
                        const SimulationParameters& initial, ParameterGroup group);

// Those of a section that change the picture. The key of what was changed, else empty.
std::string_view look_controls(Widgets& widgets, Look& look, LookSection section);

}  // namespace milkomeda
