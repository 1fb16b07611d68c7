// The section of the Scenes card that saves the bodies or the run to a file.
#include <imgui.h>

#include "app/panels/panel.hpp"

namespace milkomeda {

void save_section(Widgets& widgets, std::string& save_name, PanelActions& actions) {
    actions.save |=
        widgets.text("File##save", save_name,
                     "File for the bodies; the extension selects the format. If the file exists, a number is added to "
                     "the name");
    ImGui::SameLine();
    actions.save |= widgets.button("Save", "Saves the bodies at the displayed time in this file ( Ctrl+S )");
    ImGui::SameLine();
    actions.choose_save_name = widgets.button("Save as...", "Opens a dialog to save the bodies under another name");
}

}  // namespace milkomeda
