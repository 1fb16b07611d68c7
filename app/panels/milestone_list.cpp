#include "app/panels/milestone_list.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "data/base/units.hpp"
#include "data/scene/milestones.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

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

std::string words_of(const SceneMilestone& milestone, bool has_years) {
    return fmt::format("{}: {}", format_time(milestone.time, has_years), milestone.title);
}

std::optional<double> milestone_list(Widgets& widgets, std::span<const SceneMilestone> milestones,
                                     const MilestoneRun& run) {
    std::optional<double> clicked;
    const std::optional<std::size_t> present = milestone_at(milestones, run.time);
    for (std::size_t i = 0; i < milestones.size(); ++i) {
        const SceneMilestone& milestone = milestones[i];
        const bool is_goal = run.goal == milestone.time;
        const float progress =
            is_goal && milestone.time > 0 ? static_cast<float>(std::clamp(run.time / milestone.time, 0.0, 1.0)) : 0;
        const std::string label = milestone.title + "###milestone " + short_number(milestone.time);
        const std::string where = format_time_in_both_units(milestone.time, run.has_years);
        const std::string tooltip =
            milestone.time > run.time
                ? fmt::format("Computes up to {}, as fast as possible; the space bar stops the computation", where)
                : fmt::format("Goes back to {}", where);
        if (present == i) mark_line();
        if (widgets.option(label.c_str(), is_goal ? "computing" : format_time(milestone.time, run.has_years).c_str(),
                           progress, present == i, tooltip.c_str()))
            clicked = milestone.time;
    }
    return clicked;
}

}  // namespace milkomeda
