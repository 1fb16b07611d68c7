// Local tone mapping: computes the brightness of each pixel's neighborhood without blurring across edges.
// Tone mapping reduces this brightness where it is high, so that bright cores show detail.
#pragma once

#include "render/hdr/gaussian_blur.hpp"

namespace milkomeda {

class LocalTone {
  public:
    // Compiles the shaders. Throws std::runtime_error with the compiler's log on failure.
    explicit LocalTone(const ReadAsset& read);

    // Computes the neighborhood brightness for each pixel of `small`, a reduced picture; `exposure` maps the
    // key luminance to 1. The result has two coefficients per pixel: a line that maps the pixel's brightness
    // in stops to the brightness of its neighborhood (shaders/hdr/local.glsl). Changes the bound framebuffer.
    void find(const LightTarget& small, float exposure);
    const LightTarget& result() const { return lines_; }

  private:
    ScreenPass logarithm_, line_;
    GaussianBlur blur_;
    LightTarget scratch_, logarithms_, lines_;
};

}  // namespace milkomeda
