#include "app/tools/play_panel.hpp"

#include <imgui.h>

#include <algorithm>

#include "data/base/units.hpp"

namespace milkomeda {
namespace {

struct ToolWords {
    const char *in_short, *at_length;
};

ToolWords words_of(PlayTool tool, bool stands) {
    if (stands)
        return {"drag its ring; drag from its middle, let go",
                "The ring inclines and turns its disk. A drag from its middle is its velocity; a click there "
                "adds it at rest. A press elsewhere puts it there, and Escape gives it up."};
    switch (tool) {
        case PlayTool::add:
            return {"press, drag for the velocity, let go",
                    "Meanwhile the wheel changes its mass, Shift+wheel its inclination, Ctrl+wheel turns it; "
                    "Escape gives up. A click lets it stand there, for its ring to be dragged. Place and "
                    "velocity are in the plane of the picture, as deep as what the camera looks at."};
        case PlayTool::grab:
            return {"press on a galaxy, drag it, let go",
                    "Time rests while you hold it, and it goes on as fast as your hand. Place and velocity "
                    "are in the "
                    "plane of the picture. Escape puts it back."};
        case PlayTool::pull:
            return {"press: a heavy body pulls from there",
                    "Nobody sees it. The wheel changes its mass. It is in the plane of the picture, as deep "
                    "as what the camera looks at."};
        case PlayTool::none:
            break;
    }
    return {"", ""};
}

void new_galaxy_controls(Widgets& widgets, PlayTools& tools, std::size_t most_bodies) {
    NewGalaxyChoice& choice = tools.choice;
    std::vector<std::string> titles;
    for (const GalaxyKind& kind : tools.kinds()) titles.push_back(kind.title);
    if (widgets.choice("galaxy", choice.kind, titles, 0, "as the shipped scenes have it"))
        choice.mass_factor = 1;
    if (!widgets.section("more", "its mass, how it is inclined, and of how many bodies it is made")) return;
    widgets.slider("mass", choice.mass_factor, 1e-3, 100, 1, "%.3f x", Widgets::Scale::logarithmic,
                   "of all of it, of its own; its size goes as the square root, so that it looks as bright",
                   {.unit = {tools.own_mass() * solar_masses_per_mass, "M☉"}});
    widgets.slider("inclination", choice.inclination_degrees, 0, 180, 40, "%.0f degrees",
                   Widgets::Scale::linear,
                   "between its disk and the plane of the picture; from 90 on it turns clockwise");
    widgets.slider("turn", choice.turn_degrees, -180, 180, 0, "%.0f degrees", Widgets::Scale::linear,
                   "of the inclined disk in the picture");
    int bodies = static_cast<int>(choice.bodies);
    const int most = static_cast<int>(std::min<std::size_t>(most_bodies, 1'000'000));
    const std::string automatic = std::to_string(tools.bodies_to_add()) + " (auto)";
    if (widgets.slider("bodies", bodies, 0, most, 0, bodies == 0 ? automatic.c_str() : "%d",
                       Widgets::Scale::logarithmic,
                       "that it is made of; by itself as many as the others have"))
        choice.bodies = static_cast<std::size_t>(bodies);
}

}  // namespace

std::optional<PlayTool> play_panel(Widgets& widgets, PlayTools& tools, std::size_t most_bodies,
                                   const Area& free) {
    if (tools.tool() == PlayTool::none) return {};
    std::optional<PlayTool> wanted;
    const float widest = 20 * ImGui::GetTextLineHeight();
    ImGui::SetNextWindowPos({free.least.x + 0.5f * free.size.x, free.least.y}, ImGuiCond_Appearing,
                            {0.5f, 0});
    ImGui::SetNextWindowSize({std::min(widest, free.size.x), 0});
    ImGui::Begin(play_title, nullptr,
                 ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoTitleBar);
    widgets.begin_panel(play_title);
    const auto tool = [&](const char* label, PlayTool which, const char* tooltip) {
        const bool chosen = tools.tool() == which;
        if (chosen) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
        if (widgets.button(label, tooltip)) wanted = which;
        if (chosen) ImGui::PopStyleColor();
    };
    tool("add", PlayTool::add, "a galaxy ( i )");
    ImGui::SameLine();
    tool("throw", PlayTool::grab, "a galaxy ( k )");
    ImGui::SameLine();
    tool("pull", PlayTool::pull, "with a heavy body ( j )");
    ImGui::SameLine();
    tool("done", PlayTool::none, "puts the tools away ( Escape )");
    const ToolWords words = words_of(tools.tool(), tools.aim_stands());
    widgets.line("what to do", words.in_short, words.at_length);
    if (tools.tool() == PlayTool::add) new_galaxy_controls(widgets, tools, most_bodies);
    widgets.end_panel();
    ImGui::End();
    return wanted;
}

}  // namespace milkomeda
