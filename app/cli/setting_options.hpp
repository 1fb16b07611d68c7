// Options that come from the tables of settings.
#pragma once

#include "app/cli/command_line.hpp"
#include "app/cli/overrides.hpp"
#include "data/simulation/parameter_table.hpp"
#include "render/look/look_table.hpp"

namespace milkomeda {

// The values are added to `overrides`. Whether parameters are in their range, validate() says later, when the
// scene's are known as well; the look's are checked here.
void declare(OptionDeclarer& command, ParameterGroup group, Overrides<SimulationParameters>& overrides);
void declare(OptionDeclarer& command, LookSection section, Overrides<Look>& overrides);

}  // namespace milkomeda
