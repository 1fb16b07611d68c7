#include "app/tools/tool_panels.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/ui/text_fit.hpp"
#include "data/base/units.hpp"

namespace milkomeda {
namespace {

struct ToolWords {
    const char *summary, *details;
};

ToolWords words_of(PlayTool tool, bool is_placed) {
    if (is_placed)
        return {
            "Drag the ring, or drag from its center",
            "Dragging the ring inclines and turns the disk. Dragging from the center sets the velocity and adds the "
            "galaxy; a click on the center adds the galaxy at rest. A press at any other place moves the galaxy to "
            "this place. Escape cancels."};
    switch (tool) {
        case PlayTool::add:
            return {"Press, drag to set the velocity, release",
                    "The run pauses until the galaxy is added. While you drag, the wheel changes the mass of the new "
                    "galaxy, Shift+wheel its inclination, Ctrl+wheel its rotation; Escape cancels. A click places the "
                    "galaxy; its ring then sets inclination and rotation. "
                    "Position and velocity lie in the plane of the picture, at the depth of the camera's target."};
        case PlayTool::grab:
            return {
                "Press on a galaxy, drag, release to throw",
                "The run pauses while you hold the galaxy. After the release, the galaxy moves with the velocity of "
                "the pointer. Position and velocity lie in the plane of the picture. Escape puts the galaxy back."};
        case PlayTool::pull:
            return {
                "Press to attract bodies to the pointer",
                "While you hold the mouse button, an invisible mass under the pointer attracts all bodies. It lies in "
                "the plane of the picture, at the depth of the camera's target. The wheel changes its strength."};
        case PlayTool::none:
            break;
    }
    return {"", ""};
}

void new_galaxy_controls(Widgets& widgets, PlayTools& tools, std::size_t most_bodies) {
    NewGalaxyChoice& choice = tools.choice;
    std::vector<std::string> titles;
    for (const GalaxyKind& kind : tools.kinds()) titles.push_back(kind.title);
    if (widgets.choice("Galaxy", choice.kind, titles, 0,
                       "Kind of the new galaxy: one of the galaxies in the built-in scenes"))
        choice.mass_factor = 1;
    if (!widgets.section("More settings###More", "Mass, inclination and number of bodies of the new galaxy")) return;
    widgets.slider("Mass", choice.mass_factor,
                   {1e-3,
                    100,
                    1,
                    "%.3f x",
                    Widgets::Scale::logarithmic,
                    {.unit = {tools.own_mass() * solar_masses_per_mass, "M☉"}}},
                   "Mass of the new galaxy relative to its usual mass. The size grows with the square root of this "
                   "factor, so that the surface brightness is unchanged");
    widgets.slider("Inclination", choice.inclination_degrees, {0, 180, 40, "%.0f°"},
                   "Angle between the disk and the plane of the picture; above 90 degrees the disk turns clockwise");
    widgets.slider("Rotation", choice.turn_degrees, {-180, 180, 0, "%.0f°"},
                   "Rotation of the inclined disk about the line of sight");
    int bodies = static_cast<int>(choice.bodies);
    const int most = static_cast<int>(std::min<std::size_t>(most_bodies, 1'000'000));
    const std::string automatic = fmt::format("{} (auto)", tools.bodies_to_add());
    if (widgets.slider(
            "Bodies", bodies, {0, most, 0, bodies == 0 ? automatic.c_str() : "%d", Widgets::Scale::logarithmic},
            "Number of bodies of the new galaxy; auto uses the mean number of bodies of the galaxies in the run"))
        choice.bodies = static_cast<std::size_t>(bodies);
}

}  // namespace

void play_panel(Widgets& widgets, PlayTools& tools, std::size_t most_bodies) {
    const ToolWords words = words_of(tools.tool(), tools.aim_is_placed());
    write_wrapped(words.summary);
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    write_wrapped(words.details);
    ImGui::PopStyleColor();
    if (tools.tool() == PlayTool::add) new_galaxy_controls(widgets, tools, most_bodies);
}

}  // namespace milkomeda
