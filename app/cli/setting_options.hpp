// Declares the options that come from the tables of settings.
#pragma once

#include "app/cli/command_line.hpp"
#include "app/cli/overrides.hpp"
#include "data/simulation/parameter_table.hpp"
#include "render/look/look_table.hpp"

namespace milkomeda {

// Typed values are appended to `overrides`. Values of the look are checked here; ranges of parameters are
// checked later by validate(), when the scene's parameters are known as well.
void declare(OptionDeclarer& command, ParameterGroup group, Overrides<SimulationParameters>& overrides);
void declare(OptionDeclarer& command, LookSection section, Overrides<Look>& overrides);

}  // namespace milkomeda
