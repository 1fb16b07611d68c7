// Collects wide splats at low resolution: the result looks the same at a sixteenth of the cost.
#pragma once

#include "render/gl/light_target.hpp"
#include "render/gl/shader_program.hpp"

namespace milkomeda {

class LowResolutionSplats {
  public:
    static constexpr int pixel = 4;  // width of a low-resolution pixel, in pixels of the picture
    // smallest standard deviation of a splat drawn here, in low-resolution pixels
    static constexpr float narrowest_sigma = 1;
    // Variance that the enlargement adds to a splat: that of a cubic B-spline, in low-resolution pixels
    // squared.
    static constexpr float enlarging = 1.0f / 3;

    LowResolutionSplats() = default;
    // Throws std::runtime_error with the shader's log.
    explicit LowResolutionSplats(const ReadAsset& read);

    // Binds a cleared low-resolution target for the bound viewport; end() enlarges its light and adds it to
    // the earlier target. OpenGL drops points whose center is outside, so the target extends `margin` picture
    // pixels beyond the viewport. inner_share() is the viewport's share of the target.
    void begin(float margin);
    void end();
    glm::vec2 inner_share() const { return glm::vec2{inner_} / glm::vec2{light_.width(), light_.height()}; }
    // The view and its corner in the target, in low-resolution pixels.
    View seen(View view) const;
    glm::ivec2 corner() const { return glm::ivec2{margin_}; }

  private:
    ShaderProgram along_rows_, along_columns_;
    GlVertexArray nothing_;
    LightTarget light_, rows_;  // rows_: full width, low-resolution height (first step of the enlargement)
    BoundTarget before_;
    glm::ivec2 inner_{1};  // size of the viewport in low-resolution pixels
    int margin_ = 0;
};

}  // namespace milkomeda
