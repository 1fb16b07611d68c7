// Light that spreads in a lens, narrowly and widely, whatever its brightness. Made from ever smaller
// pictures.
#pragma once

#include <vector>

#include "render/gl/light_target.hpp"
#include "render/gl/shader_program.hpp"

namespace milkomeda {

class Bloom {
  public:
    // Throws std::runtime_error with the shader's log.
    explicit Bloom(const ReadAsset& read);

    // Makes the smaller pictures of `light`; those below stay until the next call. Leaves another framebuffer
    // bound.
    void reduce(const LightTarget& light);
    // Spreads the smaller pictures: a share of the light widely, the rest narrowly. Only after reduce().
    void spread(float wide_share);

    // The same for contours: smooth enough for lines, and with nothing spread widely.
    void smooth();

    const LightTarget& result() const { return narrow_; }  // of spread(): all of the light
    const LightTarget& smoothed() const { return smooth_; }
    float result_pixel() const;  // width of the pixels of both, in pixels of the light
    const LightTarget& smallest() const { return smaller_.back(); }
    const LightTarget& small_picture() const;  // at most some 500 pixels wide, not spread

  private:
    void fit(int width, int height);
    void blur(const LightTarget& from, const LightTarget& half_done, const LightTarget& to,
              float sigma_in_heights, float spread_share);

    ShaderProgram reduce_;
    ShaderProgram blur_;
    GlVertexArray nothing_;             // a triangle needs no attributes
    int width_ = 0, height_ = 0;        // of the light
    std::vector<LightTarget> smaller_;  // each a quarter of the one before in width and height
    LightTarget narrow_scratch_, narrow_, wide_scratch_, wide_, smooth_;
};

}  // namespace milkomeda
