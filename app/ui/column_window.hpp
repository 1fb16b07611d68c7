// A column of the workspace on the screen: the tabs, the panel in front, and the edge that is dragged.
#pragma once

#include <array>
#include <functional>

#include "app/ui/widgets.hpp"
#include "app/ui/workspace.hpp"

namespace milkomeda {

// How a panel is called.
struct PanelFace {
    const char* name;  // Widgets tell places by it
    const char* title;
    const char* tooltip;
};
using PanelFaces = std::array<PanelFace, names<Panel>.size()>;

std::array<float, names<Panel>.size()> tab_widths(const PanelFaces& faces);  // screen coordinates

// Shows it and takes clicks on tabs, on the button that closes it, and drags of its edge. `contents` draws a
// panel into ImGui's window. With `takes_keys` the keyboard goes to this column.
void column_window(Workspace& workspace, const Column& column, Widgets& widgets, const PanelFaces& faces,
                   bool takes_keys, const std::function<void(Panel)>& contents);

}  // namespace milkomeda
