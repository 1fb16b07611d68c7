// Collects wide splats at low resolution. The result looks like splats at full resolution, at a sixteenth of the cost.
#pragma once

#include "render/gl/light_target.hpp"
#include "render/gl/shader_program.hpp"

namespace milkomeda {

class LowResolutionSplats {
  public:
    static constexpr int pixel = 4;  // width of a low-resolution pixel, in pixels of the picture
    // smallest standard deviation of splats drawn at low resolution, in low-resolution pixels
    static constexpr float narrowest_sigma = 1;
    // Variance that the enlargement adds to a splat, in squared low-resolution pixels: the variance of a cubic
    // B-spline.
    static constexpr float enlarging = 1.0f / 3;

    // Compiles the shaders. Throws std::runtime_error with the compiler's log on failure.
    explicit LowResolutionSplats(const ReadAsset& read);

    // Binds a cleared low-resolution target for the bound viewport. end() enlarges the light in this target and adds
    // the light to the target that was bound at begin(). The low-resolution target extends `margin` picture pixels
    // beyond the viewport, because OpenGL drops points whose center is outside. inner_share() is the viewport's share
    // of the target's width and height.
    void begin(float margin);
    void end();
    glm::vec2 inner_share() const { return glm::vec2{inner_} / glm::vec2{light_.width(), light_.height()}; }
    // seen() returns `view` with its size in low-resolution pixels; corner() returns the view's lower left corner in
    // the low-resolution target, in pixels of this target.
    View seen(View view) const;
    glm::ivec2 corner() const { return glm::ivec2{margin_}; }

  private:
    ScreenPass along_rows_, along_columns_;
    LightTarget light_, rows_;  // rows_: light after the horizontal step of the enlargement
    BoundTarget before_;
    glm::ivec2 inner_{1};  // size of the viewport in low-resolution pixels
    int margin_ = 0;
};

}  // namespace milkomeda
