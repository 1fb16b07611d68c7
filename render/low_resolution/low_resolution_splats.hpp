// Light that is spread over many pixels is collected in wider ones: it looks the same and costs a sixteenth.
#pragma once

#include "render/gl/light_target.hpp"
#include "render/gl/shader_program.hpp"

namespace milkomeda {

class LowResolutionSplats {
  public:
    static constexpr int pixel = 4;              // of the picture's
    static constexpr float narrowest_sigma = 1;  // in these pixels, of a Gaussian's shorter axis
    // So much enlarging adds to the square of an axis: the variance of a cubic B-spline, in these pixels.
    static constexpr float enlarging = 1.0f / 3;

    LowResolutionSplats() = default;
    // Throws std::runtime_error with the shader's log.
    explicit LowResolutionSplats(const ReadAsset& read);

    // Binds a black target for the viewport that is bound now; light adds up in it until end(), which adds it
    // to what was bound. OpenGL leaves out points whose middle is not seen, so the target reaches beyond the
    // viewport by a `margin`, in the picture's pixels, and what is drawn is as many times smaller as
    // inner_share() says.
    void begin(float margin);
    void end();
    glm::vec2 inner_share() const { return glm::vec2{inner_} / glm::vec2{light_.width(), light_.height()}; }
    // In wide pixels: what the view is in the target, and its corner there.
    View seen(View view) const;
    glm::ivec2 corner() const { return glm::ivec2{margin_}; }

  private:
    ShaderProgram along_rows_, along_columns_;
    GlVertexArray nothing_;
    LightTarget light_, rows_;  // the latter as narrow as the viewport's, along each row
    BoundTarget before_;
    glm::ivec2 inner_{1};  // the viewport's size, in wide pixels
    int margin_ = 0;
};

}  // namespace milkomeda
