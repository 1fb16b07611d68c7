// The state of the window, for --trace and --listen.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/panels/panels.hpp"
#include "app/shell/run_editor.hpp"

namespace milkomeda {

// The parts of the program whose state is traced.
struct TracedParts {
    Screen& screen;
    const ActiveRun& run;
    const ViewState& view;
    const EditTools& tools;
    const Panels& panels;
    const Tour& tour;
    const ExportStatus& exporting;
    const CompareStatus& comparing;
    std::span<const UserCommand> commands;
    const std::optional<LessonProgress>& lesson;
};

// Returns the present state `name`, as --trace prints it; null if the state does not exist at present. Throws
// std::invalid_argument if there is no state with this name.
nlohmann::ordered_json state_named(const std::string& name, const TracedParts& parts);

// Prints a line for each part of the state that has changed since the last call, and the event "frame".
void trace_frame(const TracedParts& parts);

}  // namespace milkomeda
