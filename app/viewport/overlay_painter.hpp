// Draws text with dark edges, and lines given in world coordinates, over a picture.
#pragma once

#include <imgui.h>

#include <glm/glm.hpp>
#include <optional>
#include <string>

#include "app/ui/area.hpp"
#include "render/camera/projection.hpp"

namespace milkomeda {

// Writes text with dark edges at whole pixels, so that the text is sharp, and readable over bright stars. `edge`: width
// of the edges in pixels. Must be called within an ImGui frame.
void write_outlined(ImDrawList& list, glm::vec2 upper_left, const std::string& text, const glm::vec4& color,
                    float edge);

class OverlayPainter {
  public:
    // Must be used between HeadlessUi::begin() and end(), or within a different ImGui frame. Positions are in pixels of
    // the view, whose upper left corner is at `corner` in the picture. Line widths and radii are in pixels at interface
    // scale 1, and are multiplied by `scale`.
    OverlayPainter(ImDrawList& list, const View& view, glm::vec2 corner, float scale)
        : list_{list}, view_{view}, corner_{corner}, scale_{scale} {}

    ImDrawList& list() const { return list_; }
    const View& view() const { return view_; }
    glm::vec2 corner() const { return corner_; }
    float scale() const { return scale_; }
    float line_height() const { return ImGui::GetFontSize(); }
    glm::vec2 size(const std::string& text) const;

    // Colors are sRGB with opacity, as in ImGui.
    void text(glm::vec2 place, const std::string& text, const glm::vec4& color) const;
    void line(glm::vec2 from, glm::vec2 to, const glm::vec4& color, float width = 1) const;
    void circle(glm::vec2 center, float radius, const glm::vec4& color, float width = 1) const;

    // Draws the part of a straight line that is in front of the camera.
    void world_line(const glm::vec3& from, const glm::vec3& to, const glm::vec4& color, float width = 1) const;
    // Returns the pixel of a world position; empty if the position is outside the picture.
    std::optional<glm::vec2> place_of(const glm::vec3& world) const;

  private:
    ImDrawList& list_;
    const View& view_;
    glm::vec2 corner_;
    float scale_;
};

}  // namespace milkomeda
