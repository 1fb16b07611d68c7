#include "app/widgets/plot.hpp"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "app/widgets/text_room.hpp"
#include "data/text/round_number.hpp"

namespace milkomeda {
namespace {

constexpr float plot_lines = 3;  // of text, above the axis

}  // namespace

float plot_height() {
    return (plot_lines + 1.2f) * ImGui::GetTextLineHeight();
}

void draw_plot(const Plot& plot, const std::array<float, 4>& place) {
    if (plot.values.empty()) return;
    constexpr float least_end = 1;
    const float line = ImGui::GetTextLineHeight();
    const auto end =
        static_cast<float>(round_number_above(std::max(least_end, *std::ranges::max_element(plot.values))));
    const std::array marks{end, end / 2, 0.0f};
    std::array<std::string, marks.size()> words;
    float words_width = 0;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        char text[32];
        std::snprintf(text, sizeof text, "%g", static_cast<double>(marks[i]));
        words[i] = i == 0 ? text + (' ' + plot.unit) : text;
        words_width = std::max(words_width, width_of(words[i]));
    }
    const float left = place[0] + words_width + 0.4f * line, right = place[0] + place[2];
    const float top = place[1] + 0.5f * line, bottom = top + (plot_lines - 0.5f) * line;
    const auto height_of = [&](float value) { return bottom - std::min(value / end, 1.0f) * (bottom - top); };

    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 axis = ImGui::GetColorU32(ImGuiCol_Border),
                text_color = ImGui::GetColorU32(ImGuiCol_TextDisabled);
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const float y = height_of(marks[i]);
        list.AddLine({left, y}, {right, y}, axis);
        list.AddText({left - 0.4f * line - width_of(words[i]), y - 0.5f * line}, text_color,
                     words[i].c_str());
    }
    list.AddText({left, bottom + 0.4f * line}, text_color, plot.begin.c_str());
    list.AddText({right - width_of(plot.end), bottom + 0.4f * line}, text_color, plot.end.c_str());

    std::vector<ImVec2> points;
    const std::size_t count = plot.values.size();
    for (std::size_t i = 0; i < count; ++i)
        points.emplace_back(left + (right - left) * static_cast<float>(i) / static_cast<float>(count - 1),
                            height_of(plot.values[(plot.first + i) % count]));
    list.AddPolyline(points.data(), static_cast<int>(count), ImGui::GetColorU32(ImGuiCol_PlotLines),
                     ImDrawFlags_None, 1);
}

}  // namespace milkomeda
