// The layout of the window: rails of icons at both sides, a floating card at the left, a drawer at the right, and a bar
// at the bottom. They never overlap. The picture fills the whole window behind them.
#pragma once

#include <array>
#include <optional>

#include "app/ui/area.hpp"
#include "data/base/names.hpp"

namespace milkomeda {

// The panels: first the cards of the left rail, then the drawers of the right rail.
enum class Panel {
    scenes,
    add,
    throw_galaxy,
    pull,
    measure,
    match,
    slice,
    compare,
    exporting,
    look,
    camera,
    labels,
    graphs,
    physics,
    device,
    timing  // a drawer without an icon
};
template <>
inline constexpr std::array<std::string_view, 16> names<Panel>{
    "scenes", "add",  "throw",  "pull",   "measure", "match",   "slice",  "compare",
    "export", "look", "camera", "labels", "graphs",  "physics", "device", "timing"};

enum class Side { left, right };
template <>
inline constexpr std::array<std::string_view, 2> names<Side>{"left", "right"};

inline constexpr Side side_of(Panel panel) { return panel < Panel::look ? Side::left : Side::right; }

// Returns true for the cards of mouse tools. They float over the picture and do not move it, so that the picture stays
// in its place under the pointer.
inline constexpr bool is_tool(Panel panel) { return panel >= Panel::add && panel <= Panel::match; }

// The open card and the open drawer.
using WorkspaceChoice = std::array<std::optional<Panel>, 2>;

// Sizes in screen coordinates from which Workspace computes the layout of a frame.
struct WorkspaceSizes {
    glm::vec2 window{0};
    float above = 0;  // height of the menu bar
    float unit = 0;   // length of the layout grid: 8 pixels at interface scale 1
};

class Workspace {
  public:
    explicit Workspace(const WorkspaceChoice& choice) : choice_{choice} {}

    void arrange(const WorkspaceSizes& sizes);  // must be called at the start of each frame

    Area rail(Side side) const;   // area of the rail of icons
    float icon_edge() const;      // edge length of the rails' icons
    Area panel(Side side) const;  // largest area of the card or drawer
    Area bar() const;             // area of the bar at the bottom
    Area free() const;            // area of the picture that rails, panels and bar leave free

    std::optional<Panel> open(Side side) const;  // panel that is visible at this side
    Panel newest() const { return newest_; }     // panel that was opened last
    bool shows(Panel panel) const { return open(side_of(panel)) == panel; }
    void show(Panel panel);
    void close(Side side) { choice_[static_cast<std::size_t>(side)].reset(); }

    const WorkspaceChoice& choice() const { return choice_; }

  private:
    float units(float count) const { return count * sizes_.unit; }
    // Returns true if card and drawer do not fit side by side; only the panel that was opened last is then visible.
    bool is_narrow() const;
    float panel_width() const;

    WorkspaceChoice choice_;
    Panel newest_ = Panel::physics;
    WorkspaceSizes sizes_;
};

}  // namespace milkomeda
