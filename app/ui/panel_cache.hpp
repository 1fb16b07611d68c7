// Draws only those parts of the panels that have changed. Panels cover many pixels, and a software renderer
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
    // Draws the lists over the bound framebuffer as ImGui's renderer does. In the `opaque` areas (screen
    // coordinates), which must not overlap, panels hide the picture completely.
    void draw(ImDrawData& lists, std::span<const Area> opaque);

    void forget() { areas_.clear(); }  // must be called when the font has changed

    // number of pixels in opaque areas that the last draw() has redrawn
    long redrawn_pixels() const { return redrawn_pixels_; }

  private:
    // An opaque area in pixels (y points down), divided into tiles. Each tile has a hash of the triangles in
    // the tile: as drawn, and as wanted.
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
