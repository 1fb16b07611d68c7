// The file that the bodies are saved to, below the Simulation and the Playback panel.
#include <imgui.h>

#include "app/panels/panel.hpp"

namespace milkomeda {

void save_section(Widgets& widgets, std::string& save_name, PanelActions& actions) {
    actions.save |= widgets.text(
        "file##save", save_name,
        "the extension says the format; a file that exists is left alone, and the new one gets a number");
    ImGui::SameLine();
    actions.save |= widgets.button("save", "the bodies as they are now ( Ctrl+S )");
    ImGui::SameLine();
    actions.choose_save_name = widgets.button("as...", "into another folder, under another name");
}

}  // namespace milkomeda
