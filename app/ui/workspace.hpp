// Layout of the panels: as tabs in a column on each side of the picture; in narrow windows in one column; in
// tiny windows between the bars only. Panels never overlap.
#pragma once

#include <array>
#include <vector>

#include "app/ui/area.hpp"
#include "data/base/names.hpp"

namespace milkomeda {

enum class Panel { simulation, scene, diagnostics, view, timing, device };
template <>
inline constexpr std::array<std::string_view, 6> names<Panel>{"simulation", "scene",  "diagnostics",
                                                              "view",       "timing", "device"};

enum class Side { left, right };
template <>
inline constexpr std::array<std::string_view, 2> names<Side>{"left", "right"};

inline constexpr Side side_of(Panel panel) {
    return panel < Panel::view ? Side::left : Side::right;
}

inline constexpr float least_column_width = 20, usual_column_width = 22;  // in lines of text

// The user's settings for a column.
struct ColumnChoice {
    Panel front;
    bool open = true;
    float width = usual_column_width;  // in lines of text

    bool operator==(const ColumnChoice&) const = default;
};

// Settings for both sides.
using WorkspaceChoice = std::array<ColumnChoice, 2>;
inline constexpr WorkspaceChoice default_workspace{ColumnChoice{Panel::simulation},
                                                   ColumnChoice{Panel::view}};

// Sizes that the layout of a frame depends on, in screen coordinates.
struct WorkspaceRoom {
    glm::vec2 window{0};
    float above = 0, below = 0;                         // heights of the bars
    float notices = 0;                                  // height of the notices over the picture
    float line = 0;                                     // height of a line of text
    std::array<float, names<Panel>.size()> tab_widths;  // width of each panel's tab
};

// Layout of a column in this frame.
struct Column {
    struct Tab {
        Panel panel;
        Area area;
    };
    Side side;
    bool open;  // false: only the tabs are shown
    Panel front;
    Area area{};
    std::vector<Tab> tabs{};
    // For open columns: the close button, the panel in front, and the edge that is dragged to change the
    // width.
    Area close{}, contents{}, edge{};
};

class Workspace {
  public:
    explicit Workspace(const WorkspaceChoice& choice);

    void arrange(const WorkspaceRoom& room);  // call first in every frame

    const std::vector<Column>& columns() const { return columns_; }
    Area free() const { return free_; }  // area that columns leave to the picture
    bool covers_picture() const;         // true if a panel fills the whole width

    Panel newest() const { return newest_; }  // the panel that was brought to the front last
    bool shows(Panel panel) const;            // true if it is in front in an open column
    void show(Panel panel);
    void close(Side side);
    void toggle(Panel panel);
    void pull(Side side, float x);  // moves the column's edge to this x in the window
    void set_width(Side side, float lines) { choice_of(side).width = lines; }

    const WorkspaceChoice& choice() const { return choice_; }

  private:
    enum class Arrangement { two_columns, one_column, one_panel };

    Arrangement arrangement() const;
    ColumnChoice& choice_of(Side side) { return choice_[static_cast<std::size_t>(side)]; }
    float width_of(Side side) const;  // width of the open column
    Column column_of(Side side, Panel front, bool open) const;
    Area left_free() const;

    WorkspaceChoice choice_;
    Panel newest_;                    // panel brought to the front last
    bool one_panel_is_open_ = false;  // state for windows with space for one panel only; closed at first
    WorkspaceRoom room_;
    std::vector<Column> columns_;
    Area free_;
};

}  // namespace milkomeda
