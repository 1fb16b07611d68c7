// Prints the state of the window for --trace. Tests depend on the names of events and fields.
#pragma once

#include "app/panels/panels.hpp"
#include "app/shell/run_editor.hpp"

namespace milkomeda {

// The parts of the user interface whose state is traced.
struct TracedInterface {
    const Panels& panels;
    const Tour& tour;
    const ExportStatus& exporting;
    const CompareStatus& comparing;
    std::span<const UserCommand> commands;
    const std::optional<LessonProgress>& lesson;
};

// Prints a line for each part of the state that has changed since the last call, and the event "frame".
void trace_frame(Screen& screen, const ActiveRun& run, const ViewState& view, const EditTools& tools,
                 const TracedInterface& interface);

}  // namespace milkomeda
