// Draws the rails of icons, and the windows of cards and drawers.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "app/ui/widgets.hpp"
#include "app/ui/workspace.hpp"

namespace milkomeda {

// Icon and texts of a panel.
struct PanelText {
    const char* name;  // name of the panel in Widgets::places()
    const char* title;
    Icon icon;
    const char* tooltip;
};

// The icon of a panel in its rail.
struct RailIcon {
    Panel panel;
    PanelText text;
    bool on;  // true while the panel is open
};

// Draws the rail of a side. Returns the panel whose icon the user clicks. If `takes_keys` is true, the rail gets the
// keyboard focus.
std::optional<Panel> draw_rail(const Workspace& workspace, Side side, std::span<const RailIcon> icons, Widgets& widgets,
                               bool takes_keys);

// The window of a card or drawer. Its height follows its contents, up to the height of `area`.
struct PanelWindow {
    const char* name;  // name of the panel in Widgets::places()
    const char* title;
    Area area;
    bool takes_keys;  // true: the window gets the keyboard focus
};

// State of a panel window after it was drawn.
struct DrawnPanel {
    bool stays;                  // false if the user closes the panel
    std::optional<Area> opaque;  // part of the picture that the window hides completely
};

// Draws the window with a close button. `contents` draws the controls into the current ImGui window.
DrawnPanel draw_panel_window(const PanelWindow& window, Widgets& widgets, const std::function<void()>& contents);

}  // namespace milkomeda
