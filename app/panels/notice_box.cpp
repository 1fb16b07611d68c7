#include "app/panels/notice_box.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace milkomeda {
namespace {

ImU32 color_of_kind(NoticeKind kind) {
    switch (kind) {
        case NoticeKind::note:
            return IM_COL32(96, 165, 250, 255);
        case NoticeKind::hint:
            return IM_COL32(250, 190, 90, 255);
        case NoticeKind::error:
            return IM_COL32(248, 95, 90, 255);
    }
    return 0;
}

ImVec2 size_of_notice(const Notice& notice, float width) {
    return ImGui::CalcTextSize(notice.text.c_str(), nullptr, false, width);
}

// Draws a notice with a colored stripe at its left edge.
void draw_notice(const Notice& notice, float text_width, float box_width) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float unit = ImGui::GetStyle().ItemSpacing.x, rounding = ImGui::GetStyle().FrameRounding;
    const ImVec2 end{corner.x + box_width, corner.y + size_of_notice(notice, text_width).y + 2 * unit};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(corner, end, ImGui::GetColorU32(ImGuiCol_WindowBg), rounding);
    list.AddRectFilled(corner, {corner.x + 0.5f * unit, end.y}, color_of_kind(notice.kind), rounding,
                       ImDrawFlags_RoundCornersLeft);
    list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {corner.x + 1.5f * unit, corner.y + unit},
                 ImGui::GetColorU32(ImGuiCol_Text), notice.text.c_str(), nullptr, text_width);
    ImGui::Dummy({box_width, end.y - corner.y});
}

}  // namespace

float widest_notice() { return 24 * ImGui::GetTextLineHeight(); }

void draw_notices(Widgets& widgets, const std::vector<Notice>& notices, const Area& free) {
    const float line = ImGui::GetTextLineHeight(), unit = ImGui::GetStyle().ItemSpacing.x;
    const float text_width = std::min(widest_notice() - 4.5f * unit, free.size.x - 4.5f * unit);
    if (notices.empty() || text_width < line) return;
    float height = -unit, width = 0;
    auto first = notices.end();
    for (; first != notices.begin(); --first) {
        const ImVec2 size = size_of_notice(*(first - 1), text_width);
        if (first != notices.end() && height + size.y + 5 * unit > free.size.y) break;
        height += size.y + 3 * unit;
        width = std::max(width, size.x + 2.5f * unit + 1);
    }
    width = std::ceil(width);
    height = std::min(height, free.size.y);
    ImGui::SetNextWindowPos({std::round(free.most().x - unit - width), std::round(free.least.y + unit)});
    ImGui::SetNextWindowSize({width, height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::Begin("##notices", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
    widgets.begin_panel("Notices");
    for (; first != notices.end(); ++first) draw_notice(*first, text_width, width);
    ImGui::End();
    ImGui::PopStyleVar(3);
}

}  // namespace milkomeda
