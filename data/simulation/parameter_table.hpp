// Table with one row per simulation parameter: everything its users need to know about it.
#pragma once

#include "data/base/setting.hpp"
#include "data/simulation/parameters.hpp"

namespace milkomeda {

enum class ParameterGroup {
    physics,  // the simulated physics
    method,   // the numerical method
    pace,     // pace of the window and of videos
    window,   // settings of the window alone
};

// Returns true if parameters of this group change the result of a step.
constexpr bool affects_steps(ParameterGroup group) {
    return group == ParameterGroup::physics || group == ParameterGroup::method;
}

struct Parameter {
    ParameterGroup group;
    const char* name;  // name in messages
    std::string_view scene_key;
    bool takes_time;  // The command line also accepts times with units, such as 300Myr.
    Setting setting;
    Field<SimulationParameters> field;
};

// Rows in the order of the panel and the trace.
std::span<const Parameter> parameter_table();

}  // namespace milkomeda
