#include "app/viewport/legend.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/ui/ticks.hpp"
#include "app/viewport/overlay_painter.hpp"

namespace milkomeda {
namespace {

// lengths in units of the font height
constexpr float bar_width = 16, bar_height = 0.8f, tick_height = 0.35f, line_height = 1.25f, color_square = 0.8f;

ImU32 opaque(const glm::vec3& color) { return ImGui::ColorConvertFloat4ToU32({color.r, color.g, color.b, 1}); }

void write(ImDrawList& list, const glm::vec2& place, const std::string& text) {
    write_outlined(list, place, text, {glm::vec3{0.92f}, 1}, std::max(1.0f, std::round(ImGui::GetFontSize() / 16)));
}

// Draws the color bar with numbers. Omits a number that would touch the number to its left.
void draw_bar(ImDrawList& list, const Legend& legend, const glm::vec2& place, float em) {
    const float width = bar_width * em, bottom = place.y + bar_height * em;
    const std::size_t steps = legend.bar.size() - 1;
    const auto at = [&](std::size_t i) { return place.x + width * static_cast<float>(i) / static_cast<float>(steps); };
    for (std::size_t i = 0; i < steps; ++i) {
        const ImU32 left = opaque(legend.bar[i]), right = opaque(legend.bar[i + 1]);
        list.AddRectFilledMultiColor({at(i), place.y}, {at(i + 1), bottom}, left, right, right, left);
    }
    float free_from = place.x - em;
    for (const Tick& tick : ticks(legend.least, legend.most, legend.logarithmic)) {
        const float x = place.x + width * static_cast<float>(tick.place);
        list.AddLine({x, bottom}, {x, bottom + tick_height * em}, opaque(glm::vec3{0.92f}), em / 16);
        const float text_width = ImGui::CalcTextSize(tick.text.c_str()).x;
        const float left = std::clamp(x - text_width / 2, place.x, place.x + width - text_width);
        if (left < free_from) continue;
        write(list, {left, bottom + tick_height * em}, tick.text);
        free_from = left + text_width + 0.6f * em;
    }
}

}  // namespace

glm::vec2 legend_size(const Legend& legend) {
    const float em = ImGui::GetFontSize();
    const float title = ImGui::CalcTextSize(legend.title.c_str()).x;
    if (!legend.bar.empty())
        return {std::max(title, bar_width * em), (line_height + bar_height + tick_height + 1) * em};
    float width = title;
    for (const Legend::Entry& entry : legend.entries)
        width = std::max(width, line_height * em + ImGui::CalcTextSize(entry.name.c_str()).x);
    return {width, line_height * em * static_cast<float>(1 + legend.entries.size())};
}

void draw_legend(ImDrawList& list, const Legend& legend, const glm::vec2& upper_left) {
    const float em = ImGui::GetFontSize();
    write(list, upper_left, legend.title);
    glm::vec2 place = upper_left + glm::vec2{0, line_height * em};
    if (!legend.bar.empty()) return draw_bar(list, legend, place, em);
    for (const Legend::Entry& entry : legend.entries) {
        const float top = place.y + (1 - color_square) / 2 * em;
        list.AddRectFilled({place.x, top}, {place.x + color_square * em, top + color_square * em}, opaque(entry.color));
        write(list, place + glm::vec2{line_height * em, 0}, entry.name);
        place.y += line_height * em;
    }
}

}  // namespace milkomeda
