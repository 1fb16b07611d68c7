#include "render/slice/slice_renderer.hpp"

#include "render/gl/eye_channels.hpp"
#include "render/particles/color_map.hpp"

namespace milkomeda {
namespace {

// Returns the color table in sRGB, because the framebuffer holds display values when the slice is drawn.
std::array<glm::vec3, ColorTable::size> display_colors(ColorMap map) {
    std::array<glm::vec3, ColorTable::size> colors = table_of(map).light;
    for (glm::vec3& color : colors) color = srgb_from_linear(color);
    return colors;
}

}  // namespace

SliceRenderer::SliceRenderer(const ReadAsset& read)
    : program_{read, "shaders/slice/slice.vert", "shaders/slice/slice.frag"},
      numbers_{new_texture_2d("slice", GL_CLAMP_TO_EDGE)},
      nothing_{new_vertex_array()} {
    glBindTexture(GL_TEXTURE_2D, 0);
}

void SliceRenderer::set(std::span<const float> numbers, int columns, int rows) {
    glBindTexture(GL_TEXTURE_2D, numbers_.name());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, columns, rows, 0, GL_RED, GL_FLOAT, numbers.data());
    glBindTexture(GL_TEXTURE_2D, 0);
}

void SliceRenderer::draw(const View& view, const SlicePlane& plane, const SliceStyle& style) const {
    if (view.projection != Projection::perspective && view.projection != Projection::orthographic) return;
    program_.use();
    program_.set(view);
    program_.set("center", plane.center);
    program_.set("across", plane.across);
    program_.set("up", plane.up);
    program_.set("color_table", std::span<const glm::vec3>{display_colors(style.colors)});
    program_.set("potential", 0);
    program_.set("deepest", style.deepest);
    program_.set("shallowest", style.shallowest);
    program_.set("step_size", style.step);
    program_.set("line_width", style.line_width);
    program_.set("opacity", style.opacity);
    program_.set("channels", view.light_for_eye);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, numbers_.name());
    const EyeChannels channels{view.light_for_eye};
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glBindVertexArray(nothing_.name());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glBindVertexArray(0);
    glDisable(GL_BLEND);
    glBindTexture(GL_TEXTURE_2D, 0);
    glUseProgram(0);
}

}  // namespace milkomeda
