// What ImGui draws, cut to rectangles: the triangles that touch them, clipped to them, in their order.
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
        PixelArea pixels;  // all that it may touch; y goes down
        int list, command;
        unsigned first_index;
        std::uint64_t hash;  // of all that its pixels depend on
    };

    // The lists, of which a screen coordinate has to be a pixel, must live as long as this. Pictures, which
    // are all textures but the letters', may change while their names stay: triangles that show one have
    // another hash in every `frame`.
    TriangleClipper(ImDrawData& lists, std::uint64_t frame);

    std::span<const Triangle> triangles() const { return triangles_; }

    // Draws what lies in the areas, whose y goes down, over the bound framebuffer.
    void draw(std::span<const PixelArea> areas);

  private:
    ImDrawData& lists_;
    std::vector<Triangle> triangles_;
    std::vector<std::vector<PixelArea>> clips_;  // of each list's commands
};

}  // namespace milkomeda
