// A field of numbers on a plane in the world, drawn over the picture: translucent colours and lines of equal
// height.
#pragma once

#include <span>

#include "render/gl/shader_program.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

struct SlicePlane {
    glm::vec3 center{0};
    glm::vec3 across{1, 0, 0}, up{0, 1, 0};  // to the middles of two edges
};

struct SliceStyle {
    ColorMap colors = ColorMap::viridis;  // bright where it is deep
    float deepest = -1, shallowest = 0;   // heights at the ends of the colour map
    float step = 0;                       // between lines; 0 for none
    float line_width = 1;                 // pixels
    float opacity = 0.7f;
};

class SliceRenderer {
  public:
    // Throws std::runtime_error with the shader's log.
    explicit SliceRenderer(const ReadAsset& read);

    // The first number stands at the corner from which across and up lead away, those of a row follow each
    // other.
    void set(std::span<const float> numbers, int columns, int rows);

    // Blends it over the bound framebuffer's viewport, in which the view is. Maps of the sky have no slices.
    void draw(const View& view, const SlicePlane& plane, const SliceStyle& style) const;

  private:
    ShaderProgram program_;
    GlTexture numbers_;
    GlVertexArray nothing_;
};

}  // namespace milkomeda
