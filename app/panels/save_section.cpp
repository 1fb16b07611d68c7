// The section of the Simulation and Playback panels that saves the bodies or the run to a file.
#include <imgui.h>

#include "app/panels/panel.hpp"

namespace milkomeda {

void save_section(Widgets& widgets, std::string& save_name, PanelActions& actions) {
    actions.save |=
        widgets.text("File##save", save_name,
                     "File for the bodies; the extension selects the format. If it exists, the new file gets a number");
    ImGui::SameLine();
    actions.save |= widgets.button("Save", "Saves the current bodies ( Ctrl+S )");
    ImGui::SameLine();
    actions.choose_save_name = widgets.button("Save as...", "Saves the bodies in another folder or under another name");
}

}  // namespace milkomeda
