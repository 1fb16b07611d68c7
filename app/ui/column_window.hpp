// Draws a column of the workspace: its tabs, the panel in front, and the edge that can be dragged.
#pragma once

#include <array>
#include <functional>

#include "app/ui/widgets.hpp"
#include "app/ui/workspace.hpp"

namespace milkomeda {

// Texts of a panel.
struct PanelFace {
    const char* name;  // key of the panel in Widgets::places()
    const char* title;
    const char* tooltip;
};
using PanelFaces = std::array<PanelFace, names<Panel>.size()>;

std::array<float, names<Panel>.size()> tab_widths(const PanelFaces& faces);  // in screen coordinates

// Draws the column and handles clicks on tabs and on the close button, and drags of the edge. `contents`
// draws a panel into ImGui's current window. If `takes_keys` is true, the column gets the keyboard.
void column_window(Workspace& workspace, const Column& column, Widgets& widgets, const PanelFaces& faces,
                   bool takes_keys, const std::function<void(Panel)>& contents);

}  // namespace milkomeda
