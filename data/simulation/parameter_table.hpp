// One row for each parameter of the simulation: all that its users need to know of it.
#pragma once

#include "data/base/setting.hpp"
#include "data/simulation/parameters.hpp"

namespace milkomeda {

enum class ParameterGroup {
    physics,  // what is simulated
    method,   // how
    pace,     // of the window and of films
    window,   // of the window alone
};

// Whether a step is another one with other values of these.
constexpr bool affects_steps(ParameterGroup group) {
    return group == ParameterGroup::physics || group == ParameterGroup::method;
}

struct Parameter {
    ParameterGroup group;
    const char* name;  // in messages
    std::string_view scene_key;
    bool takes_time;  // the command line takes 300Myr as well
    Setting setting;
    Field<SimulationParameters> field;
};

// In the order of the panel and of the trace.
std::span<const Parameter> parameter_table();

}  // namespace milkomeda
