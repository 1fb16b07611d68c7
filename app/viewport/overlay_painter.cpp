#include "app/viewport/overlay_painter.hpp"

namespace milkomeda {
namespace {

ImVec2 im(glm::vec2 v) { return {v.x, v.y}; }

ImU32 packed(const glm::vec4& color) { return ImGui::ColorConvertFloat4ToU32({color.r, color.g, color.b, color.a}); }

}  // namespace

void write_outlined(ImDrawList& list, glm::vec2 upper_left, const std::string& text, const glm::vec4& color,
                    float edge) {
    upper_left = glm::round(upper_left);
    const ImU32 dark = packed({0, 0, 0, 0.6f * color.a});
    for (const glm::vec2 side : {glm::vec2{-edge, 0}, {edge, 0}, {0, -edge}, {0, edge}})
        list.AddText(im(upper_left + side), dark, text.c_str());
    list.AddText(im(upper_left), packed(color), text.c_str());
}

glm::vec2 OverlayPainter::size(const std::string& text) const {
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    return {size.x, size.y};
}

void OverlayPainter::text(glm::vec2 place, const std::string& text, const glm::vec4& color) const {
    write_outlined(list_, corner_ + place, text, color, std::max(1.0f, std::round(scale_)));
}

void OverlayPainter::line(glm::vec2 from, glm::vec2 to, const glm::vec4& color, float width) const {
    list_.AddLine(im(corner_ + from), im(corner_ + to), packed(color), width * scale_);
}

void OverlayPainter::circle(glm::vec2 center, float radius, const glm::vec4& color, float width) const {
    list_.AddCircle(im(corner_ + center), radius * scale_, packed(color), 0, width * scale_);
}

void OverlayPainter::world_line(const glm::vec3& from, const glm::vec3& to, const glm::vec4& color, float width) const {
    const std::optional<glm::vec2> a = pixel_of(view_, from), b = pixel_of(view_, to);
    if (!a || !b) return;
    // Omits lines longer than the picture: their first point is beside the camera, or they cross the edge of a sky map.
    if (glm::distance(*a, *b) > std::max(view_.width, view_.height)) return;
    line(*a, *b, color, width);
}

std::optional<glm::vec2> OverlayPainter::place_of(const glm::vec3& world) const {
    const std::optional<glm::vec2> pixel = pixel_of(view_, world);
    if (!pixel || pixel->x < 0 || pixel->y < 0 || pixel->x > view_.width || pixel->y > view_.height)
        return std::nullopt;
    return pixel;
}

}  // namespace milkomeda
