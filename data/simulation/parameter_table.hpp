// Table with one row per simulation parameter, for panels, options, scenes and documentation.
#pragma once

#include "data/base/setting.hpp"
#include "data/simulation/parameters.hpp"

namespace milkomeda {

enum class ParameterGroup {
    physics,  // the simulated physics
    method,   // the numerical method
    gas,      // physics and method of the gas
    pace,     // speed at which the window and videos show the run
    window,   // settings that affect only the window
};

// Returns true if parameters of `group` change the result of a step.
constexpr bool affects_steps(ParameterGroup group) {
    return group == ParameterGroup::physics || group == ParameterGroup::method || group == ParameterGroup::gas;
}

struct Parameter {
    ParameterGroup group;
    const char* name;  // parameter name for messages
    std::string scene_key;
    bool takes_time;  // true if the command line also accepts times with units, such as 300Myr
    Setting setting;
    Field<SimulationParameters> field;
};

// Returns the rows in the order of the panel and the trace.
std::span<const Parameter> parameter_table();

}  // namespace milkomeda
