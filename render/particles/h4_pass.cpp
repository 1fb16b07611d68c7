#include "render/particles/h4_pass.hpp"

namespace milkomeda {
namespace {

// Copies the viewport of the bound framebuffer to the same place of `copy`, and leaves the texture of `copy` bound.
void copy_viewport(const BoundTarget& bound, std::string_view name, LightTarget& copy) {
    const GLint* const view = bound.viewport();
    copy.fit(name, {view[0] + view[2], view[1] + view[3]});
    bound.bind();
    copy.show(0);
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, view[0], view[1], view[0], view[1], view[2], view[3]);
}

}  // namespace

void H4Pass::take_moments() {
    const BoundTarget bound = BoundTarget::now();
    copy_viewport(bound, "moments of the velocity", moments_);
    glBindTexture(GL_TEXTURE_2D, 0);
    const GLint* const view = bound.viewport();
    glEnable(GL_SCISSOR_TEST);
    glScissor(view[0], view[1], view[2], view[3]);
    moments_.clear();  // clears the bound framebuffer
    bound.bind();
}

void H4Pass::combine() {
    copy_viewport(BoundTarget::now(), "fourth moment of the velocity", fourth_);
    glDisable(GL_BLEND);
    program_.use();
    program_.set("moments", 0);
    program_.set("fourth", 1);
    moments_.show(0);
    fourth_.show(1);
    program_.draw();
    for (const GLenum unit : {GL_TEXTURE1, GL_TEXTURE0}) {
        glActiveTexture(unit);
        glBindTexture(GL_TEXTURE_2D, 0);
    }
}

}  // namespace milkomeda
