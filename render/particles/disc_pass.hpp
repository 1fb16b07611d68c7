// ParticleSet as balls of their true size, with smooth edges, that hide what is behind them.
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

    // Into the bound framebuffer, whose depths are cleared. Rows have their radius in the velocity's w: those
    // with a negative one are not drawn, and those with none, as bodies of galaxies are, have a small one.
    void draw(const View& view, float time_offset, const ParticleColumns& columns,
              std::span<const ParticleGroup> groups) const;

  private:
    ShaderProgram squares_, points_;
};

}  // namespace milkomeda
