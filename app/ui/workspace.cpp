#include "app/ui/workspace.hpp"

#include <algorithm>
#include <cmath>

namespace milkomeda {
namespace {

// Lengths in units of the layout grid.
constexpr float grid_gap = 1;  // distance between the edge of the window, rails, panels and the bar
constexpr float largest_icon = 4, rail_padding = 0.5f;
constexpr float rail_width = largest_icon + 2 * rail_padding;
constexpr float beside_rail = rail_width + 2 * grid_gap;  // distance of panels from the edge of the window
constexpr float widest_panel = 37.5f;
constexpr float bar_height = 6, usual_bar_width = 106;
constexpr float least_picture = 25;  // width of the picture between a card and a drawer

constexpr float bar_share = 0.66f;  // share of the width of a large window that the bar takes

// Returns the number of icons in the rail. The drawer `timing` is the last panel and has no icon.
constexpr int icons_of(Side side) {
    constexpr int first_of_right = static_cast<int>(Panel::look), end = static_cast<int>(Panel::timing);
    return side == Side::left ? first_of_right : end - first_of_right;
}

}  // namespace

void Workspace::arrange(const WorkspaceSizes& sizes) { sizes_ = sizes; }

bool Workspace::is_narrow() const { return sizes_.window.x < units(2 * (beside_rail + widest_panel) + least_picture); }

float Workspace::panel_width() const {
    return std::floor(std::clamp(sizes_.window.x - units(2 * beside_rail), 1.0f, units(widest_panel)));
}

float Workspace::icon_edge() const {
    const float height = bar().least.y - sizes_.above - units(2 * grid_gap + 2 * rail_padding);
    return std::floor(std::clamp(height / static_cast<float>(icons_of(Side::left)), units(1), units(largest_icon)));
}

Area Workspace::rail(Side side) const {
    const float padding = units(rail_padding);
    const glm::vec2 size{icon_edge() + 2 * padding, static_cast<float>(icons_of(side)) * icon_edge() + 2 * padding};
    const float left = side == Side::left ? units(grid_gap) : sizes_.window.x - units(grid_gap) - size.x;
    return {{left, sizes_.above + units(grid_gap)}, size};
}

Area Workspace::bar() const {
    const float widest = sizes_.window.x - units(2 * grid_gap);
    const float width = std::min(widest, std::max(units(usual_bar_width), std::round(bar_share * sizes_.window.x)));
    return {{std::round(0.5f * (sizes_.window.x - width)), sizes_.window.y - units(grid_gap + bar_height)},
            {width, units(bar_height)}};
}

Area Workspace::panel(Side side) const {
    const float top = sizes_.above + units(grid_gap), width = panel_width();
    const float left = side == Side::left ? units(beside_rail) : sizes_.window.x - units(beside_rail) - width;
    return {{std::round(left), top}, {width, std::max(units(3), bar().least.y - units(grid_gap) - top)}};
}

// Tool cards do not reduce the free area.
Area Workspace::free() const {
    glm::vec2 least{units(beside_rail), sizes_.above},
        most{sizes_.window.x - units(beside_rail), bar().least.y - units(grid_gap)};
    if (const auto card = open(Side::left); card && !is_tool(*card))
        least.x = panel(Side::left).most().x + units(grid_gap);
    if (open(Side::right)) most.x = panel(Side::right).least.x - units(grid_gap);
    return {least, glm::max(most - least, 0.0f)};
}

std::optional<Panel> Workspace::open(Side side) const {
    const auto& other = choice_[side == Side::left ? 1 : 0];
    if (is_narrow() && other && side_of(newest_) != side) return {};
    return choice_[static_cast<std::size_t>(side)];
}

void Workspace::show(Panel panel) {
    newest_ = panel;
    choice_[static_cast<std::size_t>(side_of(panel))] = panel;
}

}  // namespace milkomeda
