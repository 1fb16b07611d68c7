// Clips ImGui's triangles to rectangles, keeping their order.
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
        PixelArea pixels;  // all pixels that it may touch; y points down
        int list, command;
        unsigned first_index;
        std::uint64_t hash;  // hash of everything that its pixels depend on
    };

    // `lists` must outlive this object, and a screen coordinate must be a pixel. Pictures (all textures
    // except the font's) may change while their names stay, so a triangle with a picture gets another hash in
    // every `frame`.
    TriangleClipper(ImDrawData& lists, std::uint64_t frame);

    std::span<const Triangle> triangles() const { return triangles_; }

    // Draws the contents of the areas, whose y points down, over the bound framebuffer.
    void draw(std::span<const PixelArea> areas);

  private:
    ImDrawData& lists_;
    std::vector<Triangle> triangles_;
    std::vector<std::vector<PixelArea>> clips_;  // for each command of each list
};

}  // namespace milkomeda
