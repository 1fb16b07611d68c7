#include "app/ui/column_window.hpp"

#include <imgui.h>

namespace milkomeda {
namespace {

constexpr std::array side_names{"Left", "Right"};

ImVec2 imgui(glm::vec2 v) { return {v.x, v.y}; }

void fill(const Area& area, ImGuiCol color) {
    ImGui::GetWindowDrawList()->AddRectFilled(imgui(area.least), imgui(area.most()), ImGui::GetColorU32(color));
}

void tabs(Workspace& workspace, const Column& column, Widgets& widgets, const TabTexts& texts) {
    fill({column.area.least, {column.area.size.x, column.area.size.y - column.contents.size.y}}, ImGuiCol_TitleBg);
    for (const Column::Tab& tab : column.tabs) {
        const TabText& text = texts[static_cast<std::size_t>(tab.panel)];
        ImGui::SetCursorScreenPos(imgui(tab.area.least));
        if (widgets.tab(text.name, text.title, {tab.area.size.x, tab.area.size.y},
                        column.open && column.front == tab.panel, text.tooltip))
            workspace.show(tab.panel);
    }
    if (!column.open) return;
    ImGui::SetCursorScreenPos(imgui(column.close.least));
    if (widgets.tab("close", "\u00d7", {column.close.size.x, column.close.size.y}, false,
                    "Closes this column; a click on a tab or the menu Window opens the column again"))
        workspace.close(column.side);
}

void edge(Workspace& workspace, const Column& column, Widgets& widgets) {
    if (column.edge.size.x < 1 || column.edge.size.y < 1) return;
    const glm::vec2 least = column.edge.least, size = column.edge.size;
    const Widgets::Grip grip =
        widgets.grip("edge", {least.x, least.y, size.x, size.y},
                     "Drag to change the width of this column; right click restores the default width");
    fill(column.edge, grip.held      ? ImGuiCol_SeparatorActive
                      : grip.hovered ? ImGuiCol_SeparatorHovered
                                     : ImGuiCol_TitleBg);
    if (grip.held) workspace.drag_edge(column.side, ImGui::GetIO().MousePos.x);
    if (grip.reset) workspace.set_width(column.side, usual_column_width);
}

void front_panel(const Column& column, Widgets& widgets, const TabTexts& texts,
                 const std::function<void(Panel)>& contents) {
    const TabText& text = texts[static_cast<std::size_t>(column.front)];
    if (column.contents.size.y < 1) return;
    ImGui::SetCursorScreenPos(imgui(column.contents.least));
    ImGui::BeginChild(text.name, imgui(column.contents.size), false,
                      ImGuiWindowFlags_NavFlattened | ImGuiWindowFlags_AlwaysUseWindowPadding);
    widgets.begin_panel(text.name);
    ImGui::PushItemWidth(0.55f * ImGui::GetWindowWidth());
    contents(column.front);
    ImGui::PopItemWidth();
    widgets.end_panel();
    ImGui::EndChild();
}

}  // namespace

std::array<float, names<Panel>.size()> tab_widths(const TabTexts& texts) {
    std::array<float, names<Panel>.size()> widths;
    for (std::size_t i = 0; i < widths.size(); ++i)
        widths[i] = ImGui::CalcTextSize(texts[i].title).x + ImGui::GetTextLineHeight();
    return widths;
}

void column_window(Workspace& workspace, const Column& column, Widgets& widgets, const TabTexts& texts, bool takes_keys,
                   const std::function<void(Panel)>& contents) {
    const char* const name = side_names[static_cast<std::size_t>(column.side)];
    ImGui::SetNextWindowPos(imgui(column.area.least));
    ImGui::SetNextWindowSize(imgui(column.area.size));
    if (takes_keys) ImGui::SetNextWindowFocus();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImGui::PopStyleVar(4);
    widgets.begin_panel(name);
    tabs(workspace, column, widgets, texts);
    if (column.open) {
        edge(workspace, column, widgets);
        front_panel(column, widgets, texts, contents);
    }
    ImGui::End();
}

}  // namespace milkomeda
