#include "render/low_resolution/low_resolution_splats.hpp"

#include <algorithm>
#include <cmath>

namespace milkomeda {
namespace {

constexpr int reach_of_spline = 2;  // low-resolution pixels that the spline reads beyond each edge of the view

}  // namespace

LowResolutionSplats::LowResolutionSplats(const ReadAsset& read)
    : along_rows_{read, "shaders/low_resolution/spline.frag"},
      along_columns_{read, "shaders/low_resolution/spline.frag", "#define COLUMNS\n"} {}

void LowResolutionSplats::begin(float margin) {
    before_ = BoundTarget::now();
    const glm::ivec2 viewport{before_.viewport()[2], before_.viewport()[3]};
    inner_ = (viewport + pixel - 1) / pixel;
    margin_ = std::max(static_cast<int>(std::ceil(margin / pixel)), reach_of_spline);
    light_.fit("low-resolution light", inner_ + 2 * margin_);
    rows_.fit("low-resolution light, enlarged along rows", {viewport.x, inner_.y + 2 * reach_of_spline});
    glDisable(GL_SCISSOR_TEST);
    light_.bind();
    light_.clear();
}

void LowResolutionSplats::end() {
    const GLint* const viewport = before_.viewport();
    const auto enlarge = [](const ScreenPass& program, const LightTarget& light, const glm::ivec2& first,
                            const glm::vec2& corner, float narrow) {
        program.use();
        light.show(0);
        program.set("light", 0);
        program.set("first", first);
        program.set("corner", corner);
        program.set("narrow", narrow);
        program.draw();
    };
    glDisable(GL_BLEND);
    rows_.bind();
    enlarge(along_rows_, light_, {margin_, margin_ - reach_of_spline}, {0, 0},
            static_cast<float>(inner_.x) / static_cast<float>(viewport[2]));
    glEnable(GL_BLEND);
    before_.bind();
    enlarge(along_columns_, rows_, {0, reach_of_spline}, {viewport[0], viewport[1]},
            static_cast<float>(inner_.y) / static_cast<float>(viewport[3]));
}

View LowResolutionSplats::seen(View view) const {
    view.width = static_cast<float>(inner_.x);
    view.height = static_cast<float>(inner_.y);
    return view;
}

}  // namespace milkomeda
