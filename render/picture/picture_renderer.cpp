#include "render/picture/picture_renderer.hpp"

#include "render/gl/eye_channels.hpp"

namespace milkomeda {

PictureRenderer::PictureRenderer(const ReadAsset& read)
    : program_{read, "shaders/picture/picture.vert", "shaders/picture/picture.frag"},
      photograph_{new_texture_2d("photograph", GL_CLAMP_TO_EDGE, GL_LINEAR_MIPMAP_NEAREST)},
      model_{new_texture_2d("picture of the model", GL_CLAMP_TO_EDGE)},
      nothing_{new_vertex_array()} {
    glBindTexture(GL_TEXTURE_2D, 0);
}

void PictureRenderer::set(std::span<const float> values, int columns, int rows) {
    glBindTexture(GL_TEXTURE_2D, photograph_.name());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R16, columns, rows, 0, GL_RED, GL_FLOAT, values.data());
    glGenerateMipmap(GL_TEXTURE_2D);
    glBindTexture(GL_TEXTURE_2D, 0);
}

void PictureRenderer::draw(const View& view, const glm::ivec2& corner, const PicturePlane& plane,
                           const PictureStyle& style) {
    if (view.projection != Projection::perspective && view.projection != Projection::orthographic) return;
    const bool shows_difference = style.blend == PictureBlend::difference;
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, model_.name());
    if (shows_difference)
        glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, corner.x, corner.y, static_cast<GLsizei>(view.width),
                         static_cast<GLsizei>(view.height), 0);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, photograph_.name());
    program_.use();
    program_.set(view);
    program_.set("top_left", plane.corner);
    program_.set("right", plane.right);
    program_.set("down", plane.down);
    program_.set("photograph", 0);
    program_.set("model", 1);
    program_.set("viewport_corner", glm::vec2{corner});
    program_.set("shows_difference", shows_difference);
    program_.set("opacity", shows_difference ? 1 : style.opacity);
    program_.set("is_added", style.blend == PictureBlend::under);
    program_.set("channels", view.light_for_eye);
    {
        const EyeChannels channels{view.light_for_eye};
        glEnable(GL_BLEND);
        // Under the model, the photograph is added to the light of the model: 1 - (1 - model) (1 - photograph).
        if (style.blend == PictureBlend::under)
            glBlendFunc(GL_ONE_MINUS_DST_COLOR, GL_ONE);
        else
            glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
        glBindVertexArray(nothing_.name());
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
        glBindVertexArray(0);
        glDisable(GL_BLEND);
    }
    glBindTexture(GL_TEXTURE_2D, 0);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, 0);
    glActiveTexture(GL_TEXTURE0);
    glUseProgram(0);
}

}  // namespace milkomeda
