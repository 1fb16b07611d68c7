// Draws only the parts of panels that have changed. With a software renderer the time of drawing depends on
// the number of pixels, and panels cover many pixels.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "app/ui/area.hpp"
#include "app/ui/triangle_clipper.hpp"
#include "render/gl/target.hpp"

namespace milkomeda {

class PanelCache {
  public:
    // Draws the lists over the bound framebuffer like ImGui's renderer. In `opaque` areas the panels hide the
    // picture completely; these areas are in screen coordinates and must not overlap.
    void draw(ImDrawData& lists, std::span<const Area> opaque);

    void forget() { kept_.clear(); }  // Call when the font has changed.

    // number of pixels of the opaque areas that the last draw() has redrawn
    long drawn_anew() const { return drawn_anew_; }

  private:
    // An opaque area (y points down) divided into tiles, with a hash for each tile of the triangles that
    // touch it.
    struct Kept {
        PixelArea area;
        std::vector<std::uint64_t> drawn, wanted;
    };
    void fit(glm::ivec2 pixels, std::span<const Area> opaque);
    void want(std::span<const TriangleClipper::Triangle> triangles);
    std::vector<PixelArea> changed();
    void copy_to(GLuint framebuffer) const;

    std::optional<OffscreenTarget> picture_;
    std::vector<Kept> kept_;
    std::uint64_t frame_ = 0;
    long drawn_anew_ = 0;
};

}  // namespace milkomeda
