// Draws controls for settings from the tables of settings.
#pragma once

#include <string>
#include <string_view>

#include "app/ui/widgets.hpp"
#include "data/simulation/parameter_table.hpp"
#include "render/look/look_table.hpp"

namespace milkomeda {

// Main parameters are those that users tune most: timestep, softening, damping, approximation fraction and pace. All
// other parameters are advanced, except those of the gas.
enum class ParameterRank { main, advanced, gas };

// Draws the controls of the parameters of this rank. A right click resets a parameter that affects the steps of a run
// to its value in `initial`, and every other parameter, such as the pace, to its default value.
void parameter_controls(Widgets& widgets, SimulationParameters& parameters, const SimulationParameters& initial,
                        ParameterRank rank);

// Draws the controls of all parameters that affect the steps of a run: all except pace, steps per frame and key-frame
// memory. The parameters of the gas are drawn only if `has_gas` is true. A right click resets a parameter to its value
// in `initial`.
void step_parameter_controls(Widgets& widgets, SimulationParameters& parameters, const SimulationParameters& initial,
                             bool has_gas);

// Returns the setting of the pace, whose unit all displays of the pace use.
const Setting& pace_setting();

// Draws the controls of a section of the look. Returns the key of the setting that the user changed; empty if
// none was changed.
std::string_view look_controls(Widgets& widgets, Look& look, LookSection section);

// Returns the displayed value of a setting as short text, such as "0.05", "on", "1/4" or "auto".
std::string text_of(const Setting& setting, const SettingValue& value);

}  // namespace milkomeda
