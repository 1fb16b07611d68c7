#include "app/panels/notice_box.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace milkomeda {

void NoticeBox::draw(Widgets& widgets, const std::vector<std::string>& lines, const Area& free) {
    height_ = 0;
    if (lines.empty()) return;
    const float line = ImGui::GetTextLineHeight(), air = 0.5f * line;
    const ImVec2 padding = ImGui::GetStyle().WindowPadding;
    const float width = std::max(line, free.size.x - 2 * air - 2 * padding.x);
    const float gap = ImGui::GetStyle().ItemSpacing.y;
    const auto size_of = [&](const std::string& text) {
        return ImGui::CalcTextSize(text.c_str(), nullptr, false, width);
    };
    glm::vec2 size{0, 2 * padding.y - gap};
    for (const std::string& text : lines) {
        size.x = std::max(size.x, size_of(text).x);
        size.y += size_of(text).y + gap;
    }
    height_ = size.y + 2 * air;

    auto first = lines.begin();
    for (; first + 1 != lines.end() && size.y + 2 * air > free.size.y; ++first) size.y -= size_of(*first).y + gap;
    size.x += 2 * padding.x + 1;
    size.y = std::min(size.y, free.size.y);
    if (size.y < line) return;  // the workspace provides a larger area in the next frame
    // If the area is tall enough, draws the box higher, so that the scale bar at the lower edge of the picture stays
    // visible.
    const float above_scale = std::clamp(free.size.y - size.y, 0.0f, 3 * line);
    ImGui::SetNextWindowPos(
        {std::round(free.least.x + 0.5f * (free.size.x - size.x)), std::round(free.most().y - above_scale - size.y)});
    ImGui::SetNextWindowSize({size.x, size.y});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::Begin("##notices", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
    ImGui::PopStyleVar();
    widgets.begin_panel("Notices");
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
    for (; first != lines.end(); ++first) ImGui::TextUnformatted(first->c_str());
    ImGui::PopTextWrapPos();
    ImGui::End();
}

}  // namespace milkomeda
