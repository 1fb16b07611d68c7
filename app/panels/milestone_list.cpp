#include "app/panels/milestone_list.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "data/base/units.hpp"
#include "data/scene/milestones.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

// Pads a number with spaces, so that the titles after the numbers are aligned. A point and a space are half as wide as
// a digit.
std::string in_column(const std::string& number) {
    constexpr std::size_t halves = 9;
    std::size_t used = 0;
    for (const char letter : number) used += letter == '.' ? 1 : 2;
    return number + std::string(halves - std::min(halves, used), ' ') + "  ";
}

// Draws a bar at the left edge of the panel, beside the text line that is drawn next.
void mark_line() {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float line = ImGui::GetTextLineHeight(), left = ImGui::GetWindowPos().x + 0.1f * line,
                right = left + 0.25f * line, top = ImGui::GetCursorScreenPos().y;
    list.PushClipRect({left, list.GetClipRectMin().y}, {right, list.GetClipRectMax().y});
    list.AddRectFilled({left, top}, {right, top + line}, ImGui::GetColorU32(ImGuiCol_CheckMark));
    list.PopClipRect();
}

}  // namespace

std::string words_of(const SceneMilestone& milestone) {
    return fmt::format("{}: {}", format_model_time(milestone.time), milestone.title);
}

std::optional<double> milestone_list(Widgets& widgets, std::span<const SceneMilestone> milestones, double time,
                                     std::optional<double> goal) {
    std::optional<double> clicked;
    const std::optional<std::size_t> present = milestone_at(milestones, time);
    for (std::size_t i = 0; i < milestones.size(); ++i) {
        const SceneMilestone& milestone = milestones[i];
        const std::string number = short_number(milestone.time);
        const bool is_goal = goal == milestone.time;
        const float progress =
            is_goal && milestone.time > 0 ? static_cast<float>(std::clamp(time / milestone.time, 0.0, 1.0)) : 0;
        const std::string where = fmt::format("{}, {}", format_model_time(milestone.time), format_time(milestone.time));
        const std::string tooltip =
            milestone.time > time
                ? fmt::format("Computes up to {}, as fast as possible; the space bar stops the computation", where)
                : fmt::format("Goes back to {}", where);
        if (present == i) mark_line();
        if (widgets.option(
                (in_column(fmt::format("{:.2f}", milestone.time)) + milestone.title + "###milestone " + number).c_str(),
                is_goal ? "computing" : "", progress, present == i, tooltip.c_str()))
            clicked = milestone.time;
    }
    return clicked;
}

}  // namespace milkomeda
