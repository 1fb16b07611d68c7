// One row for each parameter of the simulation: all that its users need to know of it.
#pragma once

#include "data/base/setting.hpp"
#include "data/simulation/parameters.hpp"

namespace milkomeda {

enum class ParameterGroup {
    physics,  // what is simulated
    method,   // how
    pace,     // of the window and of films; a person's own choice, never a scene's
};

struct Parameter {
    ParameterGroup group;
    const char* name;            // in messages
    std::string_view scene_key;  // empty: scenes do not say it
    bool takes_time;             // the command line takes 300Myr as well
    Setting setting;
    Field<SimulationParameters> field;
};

// In the order of the panel and of the trace.
std::span<const Parameter> parameter_table();

}  // namespace milkomeda
