// The parts of the program's state that --trace prints and that --listen answers. Each file *_states.cpp contains the
// rows of one subject. Tests depend on the names of states and fields.
#pragma once

#include <glm/glm.hpp>
#include <nlohmann/json.hpp>
#include <span>

#include "app/shell/state_trace.hpp"
#include "app/ui/area.hpp"

namespace milkomeda {

struct StateRow {
    const char* name;
    // Returns the state as a JSON object; null if the state does not exist at present, for example without a series.
    nlohmann::ordered_json (*state)(const TracedParts& parts);
};

std::span<const StateRow> run_states();
std::span<const StateRow> view_states();
std::span<const StateRow> tool_states();
std::span<const StateRow> panel_states();

template <typename Number>
nlohmann::ordered_json array(const glm::vec<3, Number>& v) {
    return {v.x, v.y, v.z};
}

inline nlohmann::ordered_json array(const Area& area) { return {area.least.x, area.least.y, area.size.x, area.size.y}; }

}  // namespace milkomeda
