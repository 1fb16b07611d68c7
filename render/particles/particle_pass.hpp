// Shader program of the directly rendered draw modes: points and sprites as in the original 2008 program.
#pragma once

#include "render/gl/shader_program.hpp"

namespace milkomeda {

// The uniforms of shaders/particles/particle.vert, under equal names.
struct ParticleUniforms {
    View view;
    float time_offset = 0;
    float world_size = 1;
    float smallest_size = 1;
    float largest_size = 1;
    bool whole_pixels = false;
    float brightness = 1;
    glm::vec3 color{1};
    bool colored_by_velocity = false;
};

class ParticlePass {
  public:
    ParticlePass() = default;
    // Compiles the shaders. Throws std::runtime_error with the compiler's log on failure.
    ParticlePass(const ReadAsset& read, const std::string& fragment_file);

    void use(const ParticleUniforms& values) const;

  private:
    ShaderProgram program_;
};

}  // namespace milkomeda
