// Declares the options of the rows in the tables of parameters and look controls.
#pragma once

#include "app/cli/command_line.hpp"
#include "app/cli/overrides.hpp"
#include "data/simulation/parameter_table.hpp"
#include "render/look/look_table.hpp"

namespace milkomeda {

// The declared options append their values to `overrides`. They check the ranges of look values. validate() checks the
// ranges of parameters later, because a range can depend on the scene's parameters.
void declare(OptionDeclarer& command, ParameterGroup group, Overrides<SimulationParameters>& overrides);
void declare(OptionDeclarer& command, LookSection section, Overrides<Look>& overrides);

}  // namespace milkomeda
