#include "app/widgets/panel_layout.hpp"

#include <imgui.h>

#include <algorithm>

namespace milkomeda {
namespace {

constexpr int frames_to_settle = 3;

// Two panels fit beside the picture, open and below each other.
bool is_roomy(glm::vec2 room) {
    const float line = ImGui::GetTextLineHeight();
    return room.x >= 65 * line && room.y >= 38 * line;
}

ImVec2 imgui(glm::vec2 v) {
    return {v.x, v.y};
}
glm::vec2 glm_of(ImVec2 v) {
    return {v.x, v.y};
}

}  // namespace

void PanelLayout::begin_frame(float above, float below) {
    above_ = above;
    below_ = below;
}

void PanelLayout::begin(const std::string& name, const Corner& corner) {
    const glm::vec2 origin{0, above_},
        room = glm_of(ImGui::GetIO().DisplaySize) - glm::vec2{0, above_ + below_};
    const float line = ImGui::GetTextLineHeight(), margin = 0.5f * line;
    const bool roomy = is_roomy(room);
    Panel& panel = panels_[name];
    panel_ = &panel;
    if (panel.room.x == 0) panel.collapsed = panel.was_collapsed = !roomy;
    // Where panels cannot lie beside the picture, their bars share its top, and one that is open may cover
    // it.
    const auto width = [&](float wanted) {
        return std::min(wanted, roomy || panel.collapsed ? 0.45f * room.x : room.x - 2 * margin);
    };
    const bool turned = !roomy && panel.collapsed != panel.was_collapsed;
    panel.was_collapsed = panel.collapsed;

    // The place if none is remembered. With little room panels begin as title bars alone.
    const bool is_new = panel.room.x == 0;
    const float top = roomy ? corner.top * room.y : (corner.top > 0 ? 2 * line : 0);
    const float left = corner.right ? room.x - width(22 * line) - margin : margin;
    const glm::vec2 own_place =
        glm::max(glm::min(glm::vec2{left, top + margin}, room - panel.size), glm::vec2{0});
    if (is_new) {
        // With little room what is remembered is that of a larger window, where panels did not cover each
        // other.
        const ImGuiCond unless_remembered = roomy ? ImGuiCond_FirstUseEver : ImGuiCond_Always;
        ImGui::SetNextWindowPos(imgui(origin + own_place), unless_remembered);
        ImGui::SetNextWindowSize({width(22 * line), 0}, unless_remembered);
        ImGui::SetNextWindowCollapsed(!roomy, unless_remembered);
        panel.width = 22 * line;
        panel.settling = frames_to_settle;
    } else if (panel.room != room || panel.line != line || turned || !panel.fits) {
        panel.width *= line / panel.line;
        ImGui::SetNextWindowSize({width(panel.width), 0});
        panel.fits = true;
        if (roomy != panel.roomy) ImGui::SetNextWindowCollapsed(!roomy || !panel.open);
        panel.settling = frames_to_settle;
    }
    // Title bars that nobody moved go to the top of a window with little room.
    const bool keeps_share = panel.share.x >= 0 && (roomy || panel.is_moved);
    if (panel.settling > 0 && keeps_share)
        ImGui::SetNextWindowPos(imgui(origin + panel.share * room), ImGuiCond_Always, imgui(panel.share));
    else if (panel.settling > 0 && !is_new && !panel.is_moved)
        ImGui::SetNextWindowPos(imgui(origin + own_place));
    ImGui::SetNextWindowSizeConstraints({std::min(14 * line, 0.45f * room.x), 0},
                                        {room.x, std::max(3 * line, room.y - 2 * margin)});
    ImGui::Begin(name.c_str());

    // People may have moved, resized or closed it since.
    const glm::vec2 place = glm_of(ImGui::GetWindowPos()) - origin, size = glm_of(ImGui::GetWindowSize());
    if (is_new) panel.is_moved = glm::distance(place, own_place) > 1;  // in an earlier run
    if (panel.settling > 0) {
        --panel.settling;
    } else {
        panel.is_moved |= place != panel.place;
        const bool is_first = panel.share.x < 0 && (roomy || panel.is_moved);
        if (is_first || place != panel.place)
            panel.share = glm::clamp(place / glm::max(room - size, 1.0f), 0.0f, 1.0f);
        if (roomy) panel.width = size.x;
        if (roomy) panel.open = !ImGui::IsWindowCollapsed();
        // Opened near the edge, dragged over it, or remembered from a larger window.
        const bool outside =
            glm::any(glm::lessThan(place, glm::vec2{0})) || glm::any(glm::greaterThan(place + size, room));
        if (outside && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) panel.settling = frames_to_settle;
    }
    panel.place = place;
    panel.size = size;
    panel.room = room;
    panel.line = line;
    panel.roomy = roomy;
    panel.collapsed = ImGui::IsWindowCollapsed();
    ImGui::PushItemWidth(0.55f * ImGui::GetWindowWidth());
}

void PanelLayout::end() {
    if (const float height = ImGui::GetCursorPosY();
        !ImGui::IsWindowCollapsed() && height != panel_->contents) {
        // The remembered height may be that with a section open that is closed now.
        const bool taller = ImGui::GetWindowHeight() > height + 2 * ImGui::GetTextLineHeight();
        // Or that of a window that was closed before its panels had found their sizes.
        const bool squeezed = ImGui::GetWindowHeight() < 3.5f * ImGui::GetTextLineHeight();
        panel_->fits = panel_->contents == 0 && !taller && !squeezed;
        panel_->contents = height;
    }
    ImGui::PopItemWidth();
    ImGui::End();
}

bool PanelLayout::is_open(const std::string& name) const {
    const auto found = panels_.find(name);
    return found == panels_.end() || !found->second.collapsed;
}

void PanelLayout::open(const std::string& name, bool on) {
    ImGui::SetWindowCollapsed(name.c_str(), !on);
}

}  // namespace milkomeda
