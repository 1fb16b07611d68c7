#include "app/shell/state_trace.hpp"

#include <fmt/format.h>
#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/shell/state_rows.hpp"
#include "app/ui/frame_clock.hpp"
#include "data/text/did_you_mean.hpp"
#include "data/text/one_line.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

std::array<std::span<const StateRow>, 4> all_states() {
    return {run_states(), view_states(), tool_states(), panel_states()};
}

}  // namespace

nlohmann::ordered_json state_named(const std::string& name, const TracedParts& parts) {
    std::vector<std::string> names;
    for (const auto& rows : all_states())
        for (const StateRow& row : rows) {
            if (row.name == name) return row.state(parts);
            names.emplace_back(row.name);
        }
    const std::string meant = did_you_mean(name, names);
    throw std::invalid_argument(fmt::format("there is no state '{}'{}", one_line(name),
                                            meant.empty() ? ": the states are " + join(names) : meant));
}

void trace_frame(const TracedParts& parts) {
    Trace& trace = parts.screen.trace;
    if (!trace.enabled()) return;
    for (const auto& rows : all_states())
        for (const StateRow& row : rows)
            if (const nlohmann::ordered_json state = row.state(parts); !state.is_null()) trace.state(row.name, state);
    const FrameClock& clock = parts.screen.clock;
    const ParticleSource& source = parts.run.source();
    trace.event("frame", {{"number", clock.number()},
                          {"frame_ms", 1e3 * clock.seconds()},
                          {"fps", clock.frames_per_second()},
                          {"time", source.frames().status().time},
                          {"pace", source.transport().state().pace_reached}});
}

}  // namespace milkomeda
