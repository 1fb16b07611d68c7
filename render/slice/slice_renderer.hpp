// Draws a slice: a scalar field on a plane in the world, as translucent colors with contour lines.
#pragma once

#include <span>

#include "render/gl/shader_program.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

struct SlicePlane {
    glm::vec3 center{0};
    glm::vec3 across{1, 0, 0}, up{0, 1, 0};  // vectors from the center to the midpoints of two adjacent edges
};

struct SliceStyle {
    // color map of the field values; bright colors represent the deepest values
    ColorMap colors = ColorMap::viridis;
    float deepest = -1, shallowest = 0;  // field values at the two ends of the color map
    // difference of the field value between contour lines; 0 draws no lines
    float step = 0;
    float line_width = 1;  // width of a contour line, pixels
    float opacity = 0.7f;
};

class SliceRenderer {
  public:
    // Compiles the shaders. Throws std::runtime_error with the compiler's log on failure.
    explicit SliceRenderer(const ReadAsset& read);

    // Uploads the field values, row by row, starting at the corner center - across - up.
    void set(std::span<const float> numbers, int columns, int rows);

    // Blends the slice over the bound viewport, which shows `view`. Does nothing in sky maps.
    void draw(const View& view, const SlicePlane& plane, const SliceStyle& style) const;

  private:
    ShaderProgram program_;
    GlTexture numbers_;
    GlVertexArray nothing_;
};

}  // namespace milkomeda
