// Clips ImGui's triangles to rectangles, without changing their order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "render/gl/pixel_area.hpp"

struct ImDrawData;

namespace milkomeda {

class TriangleClipper {
  public:
    struct Triangle {
        PixelArea pixels;  // area that contains all pixels of the triangle; y points down
        int list, command;
        unsigned first_index;
        std::uint64_t hash;  // hash of everything that the triangle's pixels depend on
    };

    // `lists` must outlive this object. Screen coordinates must equal pixels. `frame` must differ in every frame: it is
    // part of the hash of each triangle with a texture other than the font, because such a texture may change at any
    // time.
    TriangleClipper(ImDrawData& lists, std::uint64_t frame);

    std::span<const Triangle> triangles() const { return triangles_; }

    // Draws the triangles within the areas (y points down) over the bound framebuffer.
    void draw(std::span<const PixelArea> areas);

  private:
    ImDrawData& lists_;
    std::vector<Triangle> triangles_;
    std::vector<std::vector<PixelArea>> clips_;  // clip rectangles: clips_[list][command], in pixels
};

}  // namespace milkomeda
