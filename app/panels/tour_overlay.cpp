#include "app/panels/overlays.hpp"

#include <imgui.h>

#include <algorithm>

namespace milkomeda {
namespace {

// Returns the area of the explained control in screen coordinates, or `free` if the control is not visible.
Area pointed_at(const Widgets& widgets, const TourStop& stop, const Area& free) {
    const auto found = widgets.places().find(stop.control);
    if (found == widgets.places().end()) return free;
    const auto& [x, y, width, height] = found->second;
    return {{x, y}, {width, height}};
}

void frame(const Area& area, float line) {
    const glm::vec2 margin{0.3f * line}, least = area.least - margin, most = area.least + area.size + margin;
    const ImU32 warm = ImGui::GetColorU32(ImGuiCol_CheckMark);
    ImGui::GetForegroundDrawList()->AddRect({least.x, least.y}, {most.x, most.y}, warm, 0.3f * line, 0, 0.15f * line);
}

// Draws a dot for each stop of the tour. The dots of finished stops and of the current stop are bright.
void dots(const Tour& tour, float line) {
    const ImVec2 place = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t i = 0; i < tour.stops().size(); ++i) {
        const bool is_done = i <= tour.now().stop;
        const ImU32 color = ImGui::GetColorU32(is_done ? ImGuiCol_CheckMark : ImGuiCol_TextDisabled);
        const float radius = 0.2f * line;
        list.AddCircleFilled({place.x + (0.5f + static_cast<float>(i)) * line, place.y + 0.5f * line}, radius, color);
    }
    ImGui::Dummy({static_cast<float>(tour.stops().size()) * line, line});
}

}  // namespace

Area beside_tour(const Widgets& widgets, const Area& free) {
    const auto found = widgets.places().find(tour_title);
    if (found == widgets.places().end()) return free;
    const auto& [x, y, width, height] = found->second;
    const float above = y - free.least.y, below = free.most().y - (y + height);
    if (above > below) return {free.least, {free.size.x, std::min(above, free.size.y)}};
    return {{free.least.x, std::max(y + height, free.least.y)}, {free.size.x, std::min(below, free.size.y)}};
}

void tour_overlay(Widgets& widgets, const Tour& tour, const Area& free) {
    const float line = ImGui::GetTextLineHeight();
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const Area target = pointed_at(widgets, tour.stop(), free);
    frame(target, line);
    // Places the text near the top of the screen if the explained control is near the bottom.
    const bool is_low = target.size.y < 0.5f * screen.y && target.least.y > 0.45f * screen.y;
    const float width = std::min(30 * line, screen.x - 2 * line);
    ImGui::SetNextWindowPos({0.5f * screen.x, (is_low ? 0.2f : 0.75f) * screen.y}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({width, 0});
    ImGui::Begin("##tour", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
    widgets.begin_panel(tour_title);
    ImGui::TextWrapped("%s", tour.stop().words);
    dots(tour, line);
    ImGui::SameLine();
    ImGui::TextDisabled("Any key or button ends the tour");
    ImGui::End();
}

}  // namespace milkomeda
