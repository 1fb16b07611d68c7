// Draws a column of the workspace: its tabs, the panel in front, and the edge that the mouse can drag.
#pragma once

#include <array>
#include <functional>

#include "app/ui/widgets.hpp"
#include "app/ui/workspace.hpp"

namespace milkomeda {

// The texts of a panel's tab.
struct TabText {
    const char* name;  // name of the panel in Widgets::places()
    const char* title;
    const char* tooltip;
};
using TabTexts = std::array<TabText, names<Panel>.size()>;

std::array<float, names<Panel>.size()> tab_widths(const TabTexts& texts);  // widths in screen coordinates

// Draws the column. Handles clicks on the tabs and the close button, and drags of the edge. `contents` draws a
// panel into the current ImGui window. If `takes_keys` is true, the column gets the keyboard focus.
void column_window(Workspace& workspace, const Column& column, Widgets& widgets, const TabTexts& texts, bool takes_keys,
                   const std::function<void(Panel)>& contents);

}  // namespace milkomeda
