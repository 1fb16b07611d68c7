// The sky around a scene: far galaxies behind it, which its dust dims, and near stars with the spikes that a
// telescope gives them. All is as far away as can be, so it turns with the camera and stays where it is
// otherwise; every projection and every eye sees the same.
#pragma once

#include "render/dust/dust_screen.hpp"
#include "render/gl/shader_program.hpp"

namespace milkomeda {

class Backdrop {
  public:
    // Throws std::runtime_error with the shader's log.
    explicit Backdrop(const ReadAsset& read);

    // Adds its light, times `amount`, to the bound framebuffer with this lower left corner of the viewport.
    // `area_scale`: from light per pixel to light per model area. An orthographic view has to be given as the
    // perspective that it stands for: what is infinitely far has no other picture.
    void draw(const View& view, const glm::ivec2& corner, float area_scale, float amount,
              const DustScreen& dust) const;

  private:
    struct Objects {
        GlBuffer rows;
        GlVertexArray shape;
        GLsizei count = 0;
    };
    template <typename Rows>
    static Objects objects_of(std::string_view name, const Rows& rows);

    ShaderProgram galaxy_, star_;
    Objects galaxies_, stars_;
    float largest_point_ = 1;
};

}  // namespace milkomeda
