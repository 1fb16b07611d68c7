#include "render/wide/wide_light.hpp"

#include <cmath>

namespace milkomeda {

WideLight::WideLight(const ReadAsset& read)
    : smooth_{read, "shaders/gl/screen.vert", "shaders/wide/smooth.frag"},
      enlarge_{read, "shaders/gl/screen.vert", "shaders/wide/enlarge.frag"},
      nothing_{new_vertex_array()} {}

void WideLight::begin(float margin) {
    before_ = BoundTarget::now();
    const auto across = [](GLint pixels) { return (pixels + pixel - 1) / pixel; };
    inner_ = {across(before_.viewport()[2]), across(before_.viewport()[3])};
    margin_ = static_cast<int>(std::ceil(margin / pixel));
    const glm::ivec2 size = inner_ + 2 * margin_;
    if (light_.width() != size.x || light_.height() != size.y) {
        light_ = LightTarget{"wide light", size.x, size.y};
        smoothed_ = LightTarget{"smooth wide light", 2 * size.x, 2 * size.y};
    }
    glDisable(GL_SCISSOR_TEST);
    light_.bind();
    light_.clear();
}

void WideLight::end() {
    glBindVertexArray(nothing_.name());
    glDisable(GL_BLEND);
    smoothed_.bind();
    smooth_.use();
    light_.show(0);
    smooth_.set("light", 0);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glEnable(GL_BLEND);
    before_.bind();
    const GLint* const viewport = before_.viewport();
    enlarge_.use();
    smoothed_.show(0);
    enlarge_.set("light", 0);
    enlarge_.set("corner", glm::vec2{viewport[0], viewport[1]});
    enlarge_.set("scale", glm::vec2{inner_} / glm::vec2{viewport[2], viewport[3]});
    enlarge_.set("margin", static_cast<float>(margin_));
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
}

View WideLight::seen(View view) const {
    view.width = static_cast<float>(inner_.x);
    view.height = static_cast<float>(inner_.y);
    return view;
}

}  // namespace milkomeda
