// Declares the options that belong to settings in the tables of parameters and look controls.
#pragma once

#include "app/cli/command_line.hpp"
#include "app/cli/overrides.hpp"
#include "data/simulation/parameter_table.hpp"
#include "render/look/look_table.hpp"

namespace milkomeda {

// The declared options append their values to `overrides`. Ranges of look values are checked at once. Ranges
// of parameters are checked later by validate(), which also needs the scene's parameters.
void declare(OptionDeclarer& command, ParameterGroup group, Overrides<SimulationParameters>& overrides);
void declare(OptionDeclarer& command, LookSection section, Overrides<Look>& overrides);

}  // namespace milkomeda
