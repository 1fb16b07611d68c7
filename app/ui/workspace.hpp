// Where panels lie: in a column on either side of the picture, as tabs; in narrow windows in one column, and
// in tiny ones between the bars alone. Whatever the window's size, no two of them overlap.
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

inline constexpr float least_column_width = 20, usual_column_width = 22;  // lines of text

// How a person left a column.
struct ColumnChoice {
    Panel front;
    bool open = true;
    float width = usual_column_width;  // lines of text

    bool operator==(const ColumnChoice&) const = default;
};

// Those of both sides.
using WorkspaceChoice = std::array<ColumnChoice, 2>;
inline constexpr WorkspaceChoice default_workspace{ColumnChoice{Panel::simulation},
                                                   ColumnChoice{Panel::view}};

// What a frame's layout depends on; screen coordinates.
struct WorkspaceRoom {
    glm::vec2 window{0};
    float above = 0, below = 0;                         // heights of bars
    float notices = 0;                                  // height of what is said over the picture
    float line = 0;                                     // of text
    std::array<float, names<Panel>.size()> tab_widths;  // of each panel's tab
};

// As it lies in this frame.
struct Column {
    struct Tab {
        Panel panel;
        Area area;
    };
    Side side;
    bool open;  // else there are tabs alone
    Panel front;
    Area area{};
    std::vector<Tab> tabs{};
    // Of open ones: a button, the panel in front, and what is dragged for another width.
    Area close{}, contents{}, edge{};
};

class Workspace {
  public:
    explicit Workspace(const WorkspaceChoice& choice);

    void arrange(const WorkspaceRoom& room);  // first of all in a frame

    const std::vector<Column>& columns() const { return columns_; }
    Area free() const { return free_; }  // what they leave to the picture
    bool covers_picture() const;         // a panel has all the width

    Panel newest() const { return newest_; }  // brought to the front
    bool shows(Panel panel) const;            // it is in front, in an open column
    void show(Panel panel);
    void close(Side side);
    void toggle(Panel panel);
    void pull(Side side, float x);  // the column's edge, to this place in the window
    void set_width(Side side, float lines) { choice_of(side).width = lines; }

    const WorkspaceChoice& choice() const { return choice_; }

  private:
    enum class Arrangement { two_columns, one_column, one_panel };

    Arrangement arrangement() const;
    ColumnChoice& choice_of(Side side) { return choice_[static_cast<std::size_t>(side)]; }
    float width_of(Side side) const;  // of the column, if it is open
    Column column_of(Side side, Panel front, bool open) const;
    Area left_free() const;

    WorkspaceChoice choice_;
    Panel newest_;                    // to come to the front
    bool one_panel_is_open_ = false;  // where there is room for no more; it begins closed
    WorkspaceRoom room_;
    std::vector<Column> columns_;
    Area free_;
};

}  // namespace milkomeda
