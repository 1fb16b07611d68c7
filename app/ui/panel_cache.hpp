// Panels that are drawn anew only where something has changed. In software pixels are what drawing costs, and
// panels cover as many of them as the picture does.
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
    // Draws the lists over the bound framebuffer, as ImGui's renderer does. Where areas are `opaque`, which
    // are in screen coordinates and do not overlap, nothing of the picture below is to be seen.
    void draw(ImDrawData& lists, std::span<const Area> opaque);

    void forget() { kept_.clear(); }  // letters look different

    long drawn_anew() const { return drawn_anew_; }  // pixels of the opaque areas, by the last draw()

  private:
    // An opaque area, whose y goes down, in tiles, each with a hash of the triangles that touch it.
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
