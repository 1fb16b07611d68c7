#include "app/viewport/legend_drawing.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/ui/ticks.hpp"

namespace milkomeda {
namespace {

// lengths in font heights
constexpr float bar_width = 16, bar_height = 0.8f, tick_height = 0.35f, line_height = 1.25f, swatch = 0.8f;

ImU32 packed(const glm::vec3& color, float opacity = 1) {
    return ImGui::ColorConvertFloat4ToU32({color.r, color.g, color.b, opacity});
}

// Writes text with a dark outline, so that the text is readable over stars.
void write(ImDrawList& list, glm::vec2 place, const std::string& text) {
    place = glm::round(place);
    const float step = std::max(1.0f, std::round(ImGui::GetFontSize() / 16));
    for (const glm::vec2 side : {glm::vec2{-step, 0}, {step, 0}, {0, -step}, {0, step}})
        list.AddText({place.x + side.x, place.y + side.y}, packed(glm::vec3{0}, 0.6f), text.c_str());
    list.AddText({place.x, place.y}, packed(glm::vec3{0.92f}), text.c_str());
}

// Draws the color bar. Omits numbers that would touch the previous number.
void draw_bar(ImDrawList& list, const Legend& legend, const glm::vec2& place, float em) {
    const float width = bar_width * em, bottom = place.y + bar_height * em;
    const std::size_t steps = legend.bar.size() - 1;
    const auto at = [&](std::size_t i) { return place.x + width * static_cast<float>(i) / static_cast<float>(steps); };
    for (std::size_t i = 0; i < steps; ++i) {
        const ImU32 left = packed(legend.bar[i]), right = packed(legend.bar[i + 1]);
        list.AddRectFilledMultiColor({at(i), place.y}, {at(i + 1), bottom}, left, right, right, left);
    }
    float free_from = place.x - em;
    for (const Tick& tick : ticks(legend.least, legend.most, legend.logarithmic)) {
        const float x = place.x + width * static_cast<float>(tick.place);
        list.AddLine({x, bottom}, {x, bottom + tick_height * em}, packed(glm::vec3{0.92f}), em / 16);
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
        const float top = place.y + (1 - swatch) / 2 * em;
        list.AddRectFilled({place.x, top}, {place.x + swatch * em, top + swatch * em}, packed(entry.color));
        write(list, place + glm::vec2{line_height * em, 0}, entry.name);
        place.y += line_height * em;
    }
}

}  // namespace milkomeda
