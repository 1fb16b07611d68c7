// Draws the panels, and redraws only the parts that have changed. Panels cover many pixels, and a software renderer
// takes time for every pixel.
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
    // Draws ImGui's draw lists over the bound framebuffer, as ImGui's renderer does. `opaque`: areas in screen
    // coordinates in which panels hide the picture completely; the areas must not overlap.
    void draw(ImDrawData& lists, std::span<const Area> opaque);

    void forget() { areas_.clear(); }  // must be called when the font has changed

    // number of pixels in opaque areas that the last draw() has redrawn
    long redrawn_pixels() const { return redrawn_pixels_; }

  private:
    // An opaque area in pixels (y points down), divided into tiles. `drawn` and `wanted` contain a hash of the
    // triangles in each tile: as drawn on the screen, and as required in the current frame.
    struct CachedArea {
        PixelArea area;
        std::vector<std::uint64_t> drawn, wanted;
    };
    void fit(glm::ivec2 pixels, std::span<const Area> opaque);
    void want(std::span<const TriangleClipper::Triangle> triangles);
    std::vector<PixelArea> changed();
    void copy_to(GLuint framebuffer) const;

    std::optional<OffscreenTarget> picture_;
    std::vector<CachedArea> areas_;
    std::uint64_t frame_ = 0;
    long redrawn_pixels_ = 0;
};

}  // namespace milkomeda
