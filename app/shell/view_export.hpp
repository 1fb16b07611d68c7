// Exports the view as a command line, the scene as a scene file, and the diagnostics as a file.
#pragma once

#include <string>

#include "app/panels/panels.hpp"
#include "app/shell/command_registry.hpp"
#include "app/shell/screen.hpp"
#include "app/shell/view_state.hpp"

namespace milkomeda {

class ViewExport {
  public:
    ViewExport(Screen& screen, ActiveRun& run, ViewState& view, const Panels& panels)
        : screen_{screen}, run_{run}, view_{view}, panels_{panels} {}

    void register_commands(CommandRegistry& registry);

    // Writes a scene file of the present view, with the camera path and the edits of galaxies.
    void save_scene(const std::string& file);
    void write_diagnostics(DiagnosticsPanel::Export what);
    // Writes a table of the measured region into the current folder.
    void write_region(MeasureRequest what, const MeasureTool& tool);

  private:
    void copy_command();

    Screen& screen_;
    ActiveRun& run_;
    ViewState& view_;
    const Panels& panels_;
};

}  // namespace milkomeda
