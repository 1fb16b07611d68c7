#include "app/ui/workspace.hpp"

#include <algorithm>
#include <cmath>

namespace milkomeda {
namespace {

// Widths of windows in text line heights: below `narrow`, the window has only one column of panels; below `tiny`,
// panels cover the picture instead of standing beside it.
constexpr float narrow = 62, tiny = 44;
constexpr float tab_height = 1.6f, gap = 0.25f, edge_width = 0.4f;  // in text line heights

// Largest width of a column as a share of the window width: with two columns, and with one column. The limits keep the
// center of the picture visible.
constexpr float most_of_two = 0.35f, most_of_one = 0.48f;

}  // namespace

Workspace::Workspace(const WorkspaceChoice& choice)
    : choice_{choice}, newest_{choice[choice[0].open || !choice[1].open ? 0 : 1].front} {}

void Workspace::arrange(const WorkspaceSizes& sizes) {
    sizes_ = sizes;
    columns_.clear();
    if (arrangement() != Arrangement::one_panel || one_panel_is_open_) columns_.push_back(column_of(Side::left));
    if (arrangement() == Arrangement::two_columns) columns_.push_back(column_of(Side::right));
    if (arrangement() != Arrangement::one_panel) one_panel_is_open_ = false;
    free_ = free_area();
}

Workspace::Arrangement Workspace::arrangement() const {
    const float lines = sizes_.window.x / sizes_.line;
    return lines < tiny ? Arrangement::one_panel : lines < narrow ? Arrangement::one_column : Arrangement::two_columns;
}

bool Workspace::covers_picture() const { return arrangement() == Arrangement::one_panel && one_panel_is_open_; }

bool Workspace::is_open(Side side) const {
    if (arrangement() == Arrangement::one_panel) return one_panel_is_open_;
    if (arrangement() == Arrangement::two_columns) return choice_[static_cast<std::size_t>(side)].open;
    return choice_[0].open || choice_[1].open;
}

void Workspace::set_open(Side side, bool open) {
    if (arrangement() == Arrangement::one_panel)
        one_panel_is_open_ = open;
    else if (arrangement() == Arrangement::two_columns)
        choice_of(side).open = open;
    else if (is_open(side) != open)
        choice_[0].open = choice_[1].open = open;  // the single column belongs to both sides
}

Panel Workspace::front_of(Side side) const {
    return arrangement() == Arrangement::two_columns ? choice_[static_cast<std::size_t>(side)].front : newest_;
}

float Workspace::width_of(Side side) const {
    const float window = sizes_.window.x, line = sizes_.line;
    if (arrangement() == Arrangement::one_panel) return window;
    const float most = (arrangement() == Arrangement::two_columns ? most_of_two : most_of_one) * window;
    const float wanted = choice_[static_cast<std::size_t>(side)].width * line;
    return std::round(std::clamp(wanted, least_column_width * line, std::max(most, least_column_width * line)));
}

// Arranges the tabs of a column in rows, with as many tabs in each row as fit.
Column Workspace::column_of(Side side) const {
    const bool open = is_open(side);
    // ImGui windows need whole pixels.
    const float width = width_of(side), row = std::ceil(tab_height * sizes_.line), air = std::round(gap * sizes_.line);
    Column column{.side = side, .open = open, .front = front_of(side)};
    glm::vec2 place{air, 0};
    float widest = 0;
    for (std::size_t i = 0; i < names<Panel>.size(); ++i) {
        const Panel panel = static_cast<Panel>(i);
        if (arrangement() == Arrangement::two_columns && side_of(panel) != side) continue;
        const float tab = sizes_.tab_widths[i];
        // space for the close button in the corner
        const float end = open && place.y == 0 ? width - row : width;
        if (place.x > air && place.x + tab + air > end) place = {air, place.y + row};
        column.tabs.push_back({panel, {place, {tab, row}}});
        place.x += tab + air;
        widest = std::max(widest, place.x);
    }
    const float tabs = place.y + row;
    const float all = sizes_.window.y - sizes_.above - sizes_.below - (covers_picture() ? sizes_.notices : 0);
    column.area.size = open ? glm::vec2{width, std::max(all, tabs)} : glm::vec2{widest, tabs};
    column.area.least = {side == Side::left ? 0 : sizes_.window.x - column.area.size.x, sizes_.above};
    for (Column::Tab& tab : column.tabs) tab.area.least += column.area.least;
    if (!open) return column;

    const float edge = covers_picture() ? 0 : std::round(edge_width * sizes_.line);
    const glm::vec2 corner = column.area.least, below{0, tabs};
    const bool is_left = side == Side::left;
    const glm::vec2 size{width - edge, column.area.size.y - tabs};
    column.close = {corner + glm::vec2{width - row, 0}, {row, row}};
    column.contents = {corner + below + glm::vec2{is_left ? 0 : edge, 0}, size};
    column.edge = {corner + below + glm::vec2{is_left ? size.x : 0, 0}, {edge, size.y}};
    return column;
}

// Returns the area of the picture: between open columns, and below the tabs of closed columns.
Area Workspace::free_area() const {
    glm::vec2 least{0, sizes_.above}, most = sizes_.window - glm::vec2{0, sizes_.below};
    for (const Column& column : columns_) {
        if (!column.open || covers_picture())
            least.y = std::max(least.y, column.area.most().y);
        else if (column.side == Side::left)
            least.x = column.area.most().x;
        else
            most.x = column.area.least.x;
    }
    return {least, glm::max(most - least, 0.0f)};
}

bool Workspace::shows(Panel panel) const { return is_open(side_of(panel)) && front_of(side_of(panel)) == panel; }

void Workspace::show(Panel panel) {
    newest_ = panel;
    choice_of(side_of(panel)).front = panel;
    set_open(side_of(panel), true);
}

void Workspace::drag_edge(Side side, float x) {
    const float width = side == Side::left ? x : sizes_.window.x - x;
    choice_of(side).width = width / sizes_.line;
    choice_of(side).width = width_of(side) / sizes_.line;
}

}  // namespace milkomeda
