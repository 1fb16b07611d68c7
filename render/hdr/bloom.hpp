// Bloom: light that spreads in a lens, imitated by a narrow and a wide blur. Every pixel spreads the same share of its
// light. Bloom is computed from a series of reduced pictures; each reduction divides width and height by four.
#pragma once

#include <vector>

#include "render/gl/light_target.hpp"
#include "render/hdr/gaussian_blur.hpp"

namespace milkomeda {

class Bloom {
  public:
    // Compiles the shaders. Throws std::runtime_error with the compiler's log on failure.
    explicit Bloom(const ReadAsset& read);

    // Computes the series of reduced pictures of `light`, which stay valid until the next call. Changes the
    // bound framebuffer.
    void reduce(const LightTarget& light);
    // Blurs the reduced pictures: the share `wide_share` of the light by the wide blur, the remaining light
    // by the narrow blur. Must be called after reduce().
    void spread(float wide_share);

    // Blurs a reduced picture by a single blur, for contours. Must be called after reduce().
    void smooth();

    const LightTarget& result() const { return narrow_; }  // result of spread(): the blurred light
    const LightTarget& smoothed() const { return smooth_; }
    // width of a pixel of result() and smoothed(), in pixels of the unreduced light
    float result_pixel() const;
    const LightTarget& smallest() const { return smaller_.back(); }
    const LightTarget& small_picture() const;  // reduced picture, at most 512 pixels wide and not blurred

  private:
    void fit(int width, int height);

    ScreenPass reduce_;
    GaussianBlur blur_;
    glm::ivec2 size_{0};  // size of the unreduced light in pixels
    // series of reduced pictures; each reduction divides width and height by four
    std::vector<LightTarget> smaller_;
    LightTarget narrow_scratch_, narrow_, wide_scratch_, wide_, smooth_;
};

}  // namespace milkomeda
