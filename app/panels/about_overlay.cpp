// Shows the version of the program, what it does, its copyright and its license.
#include <imgui.h>

#include <algorithm>

#include "app/cli/program_version.hpp"
#include "app/panels/overlays.hpp"
#include "app/ui/text_fit.hpp"

namespace milkomeda {

void about_overlay(Widgets& widgets, bool& shown) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float widest = 24 * ImGui::GetTextLineHeight();
    ImGui::SetNextWindowPos({0.5f * screen.x, 0.5f * screen.y}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({std::min(widest, screen.x), 0});
    ImGui::Begin("About", &shown,
                 ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoSavedSettings);
    widgets.begin_panel("About");
    widgets.line("version", program_version().c_str(), "");
    write_wrapped(
        "Simulates and shows collisions of galaxies. The bodies are computed with OpenCL and drawn with OpenGL.");
    write_wrapped("Copyright 2026 The Milkomeda authors. Free software under the MIT license.");
    widgets.end_panel();
    ImGui::End();
}

}  // namespace milkomeda
