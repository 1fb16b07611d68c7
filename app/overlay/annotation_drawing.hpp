// The single annotations, each drawn with a pen over a picture.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/overlay/overlay_painter.hpp"
#include "app/overlay/scale_bar.hpp"
#include "app/overlay/trail.hpp"
#include "app/scene/landmarks.hpp"

namespace milkomeda {

// A part of the picture, pixels.
struct Area {
    glm::vec2 least{0}, size{0};
};

inline constexpr float annotation_margin = 12;  // from the edges, common pixels

// What was written, for tests: words and where their subject is.
struct PlacedLabel {
    std::string text;
    glm::vec2 place;
};

// "Milky Way" for "milky-way".
std::string display_name(const std::string& galaxy);

// In the lower left corner, an angle for pictures of the sky; empty where it does not fit.
std::optional<ScaleBar> draw_scale_bar(const OverlayPainter& painter, const Area& area, bool of_sky);
// In the upper left corner: `text`, and `aside` beside it where that fits.
void draw_clock(const OverlayPainter& painter, const Area& area, const std::string& text,
                const std::string& aside);
// The galaxies' names; where the galaxies have merged they fade.
std::vector<PlacedLabel> draw_labels(const OverlayPainter& painter, std::span<const Landmark> galaxies);
// From the origin along x, y and z.
void draw_axes(const OverlayPainter& painter);
// The plane z = 0, in which galaxies orbit, in squares of a round length that follows the zoom.
void draw_grid(const OverlayPainter& painter, const glm::vec3& target);
// Where something was until now, when it is `here`.
void draw_trail(const OverlayPainter& painter, const Trail& trail, double now, const glm::vec3& here,
                const glm::vec3& color);
// A body that was chosen.
void draw_mark(const OverlayPainter& painter, const Landmark& body, const glm::vec3& color);

}  // namespace milkomeda
