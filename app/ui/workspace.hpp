// The layout of the panels, which never overlap. Panels are tabs in a column on each side of the picture; a narrow
// window has one column; in a tiny window the panel covers the picture.
#pragma once

#include <array>
#include <vector>

#include "app/ui/area.hpp"
#include "data/base/names.hpp"

namespace milkomeda {

enum class Panel { simulation, scene, diagnostics, view, timing, advanced };
template <>
inline constexpr std::array<std::string_view, 6> names<Panel>{"simulation", "scene",  "diagnostics",
                                                              "view",       "timing", "device"};

enum class Side { left, right };
template <>
inline constexpr std::array<std::string_view, 2> names<Side>{"left", "right"};

inline constexpr Side side_of(Panel panel) { return panel < Panel::view ? Side::left : Side::right; }

// smallest and default width of a column, in text line heights
inline constexpr float least_column_width = 20, usual_column_width = 22;

// The user's settings of a column.
struct ColumnChoice {
    Panel front;
    bool open = true;
    float width = usual_column_width;  // width in text line heights

    bool operator==(const ColumnChoice&) const = default;
};

// Settings of the left and the right column.
using WorkspaceChoice = std::array<ColumnChoice, 2>;
inline constexpr WorkspaceChoice default_workspace{ColumnChoice{Panel::simulation}, ColumnChoice{Panel::view}};

// Sizes in screen coordinates from which Workspace computes the layout of a frame.
struct WorkspaceSizes {
    glm::vec2 window{0};
    float above = 0, below = 0;  // heights of the bars at the top and at the bottom of the window
    float notices = 0;           // height of the box with messages over the picture
    float line = 0;              // height of a text line
    std::array<float, names<Panel>.size()> tab_widths;  // widths of the panels' tabs
};

// Layout of a column in the present frame.
struct Column {
    struct Tab {
        Panel panel;
        Area area;
    };
    Side side;
    bool open;  // false: shows only the tabs
    Panel front;
    Area area{};
    std::vector<Tab> tabs{};
    // For open columns: areas of the close button, of the panel in front, and of the edge whose drag changes the width.
    Area close{}, contents{}, edge{};
};

class Workspace {
  public:
    explicit Workspace(const WorkspaceChoice& choice);

    void arrange(const WorkspaceSizes& sizes);  // must be called at the start of each frame

    const std::vector<Column>& columns() const { return columns_; }
    Area free() const { return free_; }  // area of the picture that no column covers
    bool covers_picture() const;         // true if a panel covers the whole width of a tiny window

    Panel newest() const { return newest_; }  // panel that was brought to the front last
    bool shows(Panel panel) const;            // true if the panel is in front in an open column
    void show(Panel panel);
    void close(Side side) { set_open(side, false); }
    void drag_edge(Side side, float x);  // moves the edge of the column to `x` in screen coordinates
    void set_width(Side side, float lines) { choice_of(side).width = lines; }

    const WorkspaceChoice& choice() const { return choice_; }

  private:
    enum class Arrangement { two_columns, one_column, one_panel };

    Arrangement arrangement() const;
    ColumnChoice& choice_of(Side side) { return choice_[static_cast<std::size_t>(side)]; }
    bool is_open(Side side) const;  // true if the column that shows the panels of `side` is open
    void set_open(Side side, bool open);
    Panel front_of(Side side) const;  // panel in front in the column that shows the panels of `side`
    float width_of(Side side) const;  // width of the column while it is open
    Column column_of(Side side) const;
    Area free_area() const;

    WorkspaceChoice choice_;
    Panel newest_;
    bool one_panel_is_open_ = false;  // true if a panel covers the picture of a tiny window
    WorkspaceSizes sizes_;
    std::vector<Column> columns_;
    Area free_;
};

}  // namespace milkomeda
