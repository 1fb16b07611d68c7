// Local tone mapping: computes the brightness of each pixel's neighborhood without blurring across edges.
// Tone mapping reduces this brightness where it is high, so that bright cores show detail.
#pragma once

#include "render/gl/light_target.hpp"
#include "render/gl/shader_program.hpp"

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
    void blur(const LightTarget& from, const LightTarget& to);

    ShaderProgram logarithm_, line_, blur_;
    GlVertexArray nothing_;
    LightTarget half_done_, logarithms_, lines_;
};

}  // namespace milkomeda
