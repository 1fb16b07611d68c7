// Bloom: light that spreads in a lens, narrowly and widely, independent of its brightness. Computed from
// reduced pictures, each a quarter as wide and high as the last.
#pragma once

#include <vector>

#include "render/gl/light_target.hpp"
#include "render/gl/shader_program.hpp"

namespace milkomeda {

class Bloom {
  public:
    // Throws std::runtime_error with the shader's log.
    explicit Bloom(const ReadAsset& read);

    // Reduces `light` to smaller and smaller pictures, which stay valid until the next call. Changes the
    // bound framebuffer.
    void reduce(const LightTarget& light);
    // Blurs the reduced pictures: the share `wide_share` widely, the rest narrowly. Must follow reduce().
    void spread(float wide_share);

    // Blurs the reduced picture for contours, without the wide blur. Must follow reduce().
    void smooth();

    const LightTarget& result() const { return narrow_; }  // result of spread(): the blurred light
    const LightTarget& smoothed() const { return smooth_; }
    float result_pixel() const;  // width of a pixel of result() and smoothed(), in pixels of the light
    const LightTarget& smallest() const { return smaller_.back(); }
    const LightTarget& small_picture() const;  // reduced picture at most 512 pixels wide, not blurred

  private:
    void fit(int width, int height);
    void blur(const LightTarget& from, const LightTarget& half_done, const LightTarget& to,
              float sigma_in_heights, float spread_share);

    ShaderProgram reduce_;
    ShaderProgram blur_;
    GlVertexArray nothing_;             // for a triangle without vertex attributes
    int width_ = 0, height_ = 0;        // size of the unreduced light
    std::vector<LightTarget> smaller_;  // each picture has a quarter of the last picture's width and height
    LightTarget narrow_scratch_, narrow_, wide_scratch_, wide_, smooth_;
};

}  // namespace milkomeda
