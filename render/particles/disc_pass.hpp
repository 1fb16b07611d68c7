// Draws bodies as opaque discs of their true size with smooth edges; near bodies hide far bodies.
#pragma once

#include <cstddef>

#include "render/gl/shader_program.hpp"
#include "render/particles/particle_columns.hpp"
#include "render/particles/particle_group.hpp"

namespace milkomeda {

class DiscPass {
  public:
    DiscPass() = default;
    // Throws std::runtime_error with the shader's log.
    explicit DiscPass(const ReadAsset& read);

    // Draws into the bound framebuffer after clearing its depth buffer. The radius of a row is the w
    // component of its velocity. Rows with a negative radius are not drawn; rows with radius 0, such as
    // bodies of galaxies, get a small disc.
    void draw(const View& view, float time_offset, const ParticleColumns& columns,
              std::span<const ParticleGroup> groups) const;

  private:
    ShaderProgram squares_, points_;
};

}  // namespace milkomeda
