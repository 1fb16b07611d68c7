#include "app/tools/play_panel.hpp"

#include <imgui.h>

#include <algorithm>

#include "data/base/units.hpp"

namespace milkomeda {
namespace {

struct ToolWords {
    const char *summary, *details;
};

ToolWords words_of(PlayTool tool, bool is_placed) {
    if (is_placed)
        return {"Drag the ring, or drag from its middle",
                "Dragging the ring inclines and turns the disk. Dragging from the middle sets the velocity; "
                "a click there adds the galaxy at rest. A press elsewhere moves it there, and Escape cancels."};
    switch (tool) {
        case PlayTool::add:
            return {"Press, drag to set the velocity, release",
                    "While you drag, the wheel changes the mass, Shift+wheel the inclination, Ctrl+wheel the "
                    "rotation; Escape cancels. A click places the galaxy, so that you can drag its ring. "
                    "Place and "
                    "velocity lie in the plane of the picture, at the depth of the camera's target."};
        case PlayTool::grab:
            return {"Press on a galaxy, drag it, release",
                    "The run pauses while you hold the galaxy, which then moves on as fast as the pointer. "
                    "Place and "
                    "velocity lie in the plane of the picture. Escape puts the galaxy back."};
        case PlayTool::pull:
            return {"Press to attract bodies to the pointer",
                    "An invisible mass attracts all bodies while you press. The wheel changes its mass. It "
                    "lies in "
                    "the plane of the picture, at the depth of the camera's target."};
        case PlayTool::none:
            break;
    }
    return {"", ""};
}

void new_galaxy_controls(Widgets& widgets, PlayTools& tools, std::size_t most_bodies) {
    NewGalaxyChoice& choice = tools.choice;
    std::vector<std::string> titles;
    for (const GalaxyKind& kind : tools.kinds()) titles.push_back(kind.title);
    if (widgets.choice("Galaxy", choice.kind, titles, 0, "Kind of the new galaxy, from the scenes of the program"))
        choice.mass_factor = 1;
    if (!widgets.section("More", "Mass, inclination and number of bodies of the new galaxy")) return;
    widgets.slider("Mass", choice.mass_factor, 1e-3, 100, 1, "%.3f x", Widgets::Scale::logarithmic,
                   "Factor of the usual mass of this galaxy; its size grows with the square root, which keeps its "
                   "surface brightness",
                   {.unit = {tools.own_mass() * solar_masses_per_mass, "M☉"}});
    widgets.slider("Inclination", choice.inclination_degrees, 0, 180, 40, "%.0f degrees", Widgets::Scale::linear,
                   "Angle between the disk and the plane of the picture; above 90 the disk turns clockwise");
    widgets.slider("Rotation", choice.turn_degrees, -180, 180, 0, "%.0f degrees", Widgets::Scale::linear,
                   "Rotation of the inclined disk in the picture");
    int bodies = static_cast<int>(choice.bodies);
    const int most = static_cast<int>(std::min<std::size_t>(most_bodies, 1'000'000));
    const std::string automatic = std::to_string(tools.bodies_to_add()) + " (auto)";
    if (widgets.slider("Bodies", bodies, 0, most, 0, bodies == 0 ? automatic.c_str() : "%d",
                       Widgets::Scale::logarithmic,
                       "Number of bodies of the new galaxy; auto uses as many as the other galaxies have"))
        choice.bodies = static_cast<std::size_t>(bodies);
}

}  // namespace

std::optional<PlayTool> play_panel(Widgets& widgets, PlayTools& tools, std::size_t most_bodies, const Area& free) {
    if (tools.tool() == PlayTool::none) return {};
    std::optional<PlayTool> wanted;
    const float widest = 20 * ImGui::GetTextLineHeight();
    ImGui::SetNextWindowPos({free.least.x + 0.5f * free.size.x, free.least.y}, ImGuiCond_Appearing, {0.5f, 0});
    ImGui::SetNextWindowSize({std::min(widest, free.size.x), 0});
    ImGui::Begin(play_title, nullptr,
                 ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                     ImGuiWindowFlags_NoTitleBar);
    widgets.begin_panel(play_title);
    const auto tool = [&](const char* label, PlayTool which, const char* tooltip) {
        const bool chosen = tools.tool() == which;
        if (chosen) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
        if (widgets.button(label, tooltip)) wanted = which;
        if (chosen) ImGui::PopStyleColor();
    };
    tool("Add", PlayTool::add, "Adds a galaxy ( i )");
    ImGui::SameLine();
    tool("Throw", PlayTool::grab, "Grabs and throws a galaxy ( k )");
    ImGui::SameLine();
    tool("Pull", PlayTool::pull, "Pulls bodies with an invisible mass ( j )");
    ImGui::SameLine();
    tool("Done", PlayTool::none, "Closes the tool ( Escape )");
    const ToolWords words = words_of(tools.tool(), tools.aim_is_placed());
    widgets.line("what to do", words.summary, words.details);
    if (tools.tool() == PlayTool::add) new_galaxy_controls(widgets, tools, most_bodies);
    widgets.end_panel();
    ImGui::End();
    return wanted;
}

}  // namespace milkomeda
