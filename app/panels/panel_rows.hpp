// Table of the panels: icon, texts and command of each card and drawer.
#pragma once

#include <algorithm>
#include <array>

#include "app/tools/play_tools.hpp"
#include "app/ui/panel_window.hpp"

namespace milkomeda {

struct PanelRow {
    Panel panel;
    const char* name;  // name of the panel in Widgets::places()
    const char* title;
    Icon icon;
    const char* tooltip;
    const char* command =
        nullptr;  // title of the command that opens the panel; null if the menu Window lists the panel
};

// Rows in the order of the enumeration Panel.
inline constexpr std::array panel_rows{
    PanelRow{Panel::scenes, "Scene", "Scenes", Icon::scenes,
             "Scenes: the loaded scene or file, its milestones, orbit and galaxies"},
    PanelRow{Panel::add, "Add", "Add", Icon::add, "Add: adds a galaxy with the mouse ( i )", "Add a galaxy"},
    PanelRow{Panel::throw_galaxy, "Throw", "Throw", Icon::throw_galaxy, "Throw: grabs and throws a galaxy ( k )",
             "Throw a galaxy"},
    PanelRow{Panel::pull, "Pull", "Pull", Icon::pull,
             "Pull: attracts all bodies with an invisible mass under the pointer ( j )", "Invisible attractor"},
    PanelRow{Panel::measure, "Measure", "Measure", Icon::measure,
             "Measure: lengths, angles and apertures in the picture", "Measure"},
    PanelRow{Panel::match, "Match", "Match", Icon::match, "Match: a picture of two galaxies over or under the model",
             "Match a picture"},
    PanelRow{Panel::slice, "Slice", "Slice", Icon::slice, "Slice: slice through the gravitational potential ( u )"},
    PanelRow{Panel::compare, "Compare", "Compare", Icon::compare,
             "Compare: shows this run beside a run with other parameters, another branch, or a file ( F7 )",
             "Compare..."},
    PanelRow{Panel::exporting, "Export", "Export", Icon::photograph,
             "Export: writes this view as a picture or a video ( F8 )", "Export..."},
    PanelRow{Panel::look, "Look", "Look", Icon::look, "Look: presets, exposure, light and colors of the picture"},
    PanelRow{Panel::camera, "Camera", "Camera", Icon::camera, "Camera: motion, target and path of the camera"},
    PanelRow{Panel::labels, "Labels", "Labels", Icon::labels, "Labels: information drawn over the picture ( n )"},
    PanelRow{Panel::graphs, "Graphs", "Graphs", Icon::graphs,
             "Graphs: plots of conserved quantities, and errors of the forces"},
    PanelRow{Panel::physics, "Physics", "Physics", Icon::physics,
             "Physics: timestep, softening, damping, approximation fraction and pace"},
    PanelRow{Panel::device, "Device", "Device", Icon::device, "Device: compute device, solver, kernels and screen"},
    PanelRow{Panel::timing, "Timing", "Frame times", Icon::device, "Time of each part of a frame"},
};

constexpr const PanelRow& row_of(Panel panel) { return panel_rows[static_cast<std::size_t>(panel)]; }

// Returns the texts of a panel. For snapshots, the Playback drawer replaces the Physics drawer.
constexpr PanelText text_of(const PanelRow& row, bool recorded) {
    if (recorded && row.panel == Panel::physics)
        return {"Playback", "Playback", Icon::play, "Playback: time and pace of snapshots"};
    return {row.name, row.title, row.icon, row.tooltip};
}

// Returns the card of a galaxy tool; empty for PlayTool::none.
constexpr std::optional<Panel> card_of(PlayTool tool) {
    if (tool == PlayTool::none) return {};
    return tool == PlayTool::add ? Panel::add : tool == PlayTool::grab ? Panel::throw_galaxy : Panel::pull;
}

}  // namespace milkomeda
