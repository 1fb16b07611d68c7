// Draws bodies as opaque discs of their true size with antialiased edges; near bodies hide far bodies.
#pragma once

#include "render/gl/shader_program.hpp"
#include "render/look/particle_group.hpp"
#include "render/particles/particle_columns.hpp"

namespace milkomeda {

class DiscPass {
  public:
    // Compiles the shaders. Throws std::runtime_error with the compiler's log on failure.
    explicit DiscPass(const ReadAsset& read);

    // Clears the depth buffer of the bound framebuffer and draws into the framebuffer. The radius of a body
    // is the w component of its velocity. Bodies with negative radius are not drawn. Bodies with radius 0,
    // such as bodies of galaxies, are drawn as small discs.
    void draw(const View& view, float time_offset, const ParticleColumns& columns,
              std::span<const ParticleGroup> groups) const;

  private:
    ShaderProgram squares_, points_;
};

}  // namespace milkomeda
