// Draws a column of the workspace: its tabs, the panel in front, and the edge that the mouse can drag.
#pragma once

#include <array>
#include <functional>

#include "app/ui/widgets.hpp"
#include "app/ui/workspace.hpp"

namespace milkomeda {

// Texts for a panel's tab.
struct PanelFace {
    const char* name;  // name of the panel in Widgets::places()
    const char* title;
    const char* tooltip;
};
using PanelFaces = std::array<PanelFace, names<Panel>.size()>;

std::array<float, names<Panel>.size()> tab_widths(const PanelFaces& faces);  // widths in screen coordinates

// Draws the column, and handles clicks on tabs and close button and drags of the edge. `contents` draws a
// panel into the current ImGui window. If `takes_keys` is true, the column gets the keyboard focus.
void column_window(Workspace& workspace, const Column& column, Widgets& widgets, const PanelFaces& faces,
                   bool takes_keys, const std::function<void(Panel)>& contents);

}  // namespace milkomeda
