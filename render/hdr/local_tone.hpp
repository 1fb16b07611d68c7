// How bright it is around each pixel, without blurring edges: what the tone curve takes back, so that a
// bright core shows what is in it.
#pragma once

#include "render/gl/light_target.hpp"
#include "render/gl/shader_program.hpp"

namespace milkomeda {

class LocalTone {
  public:
    // Throws std::runtime_error with the shader's log.
    explicit LocalTone(const ReadAsset& read);

    // Finds it for a small picture of the light, of which `exposure` makes 1 clearly seen. Leaves another
    // framebuffer bound. It comes as two numbers a pixel, a line from the logarithm of a pixel's own light to
    // that of what is around: shaders/hdr/local.glsl.
    void find(const LightTarget& small, float exposure);
    const LightTarget& result() const { return lines_; }

  private:
    void blur(const LightTarget& from, const LightTarget& to);

    ShaderProgram logarithm_, line_, blur_;
    GlVertexArray nothing_;
    LightTarget half_done_, logarithms_, lines_;
};

}  // namespace milkomeda
