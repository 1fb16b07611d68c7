// One way to draw particles: a program, and where its values go.
#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <string>
#include <string_view>

#include "render/gl.hpp"

namespace milkomeda {

// Reads an asset such as "shaders/point.frag" or "assets/sprite.png".
using ReadAsset = std::function<std::string(std::string_view name)>;

// The uniforms of shaders/particle.vert, by their names there.
struct ParticleUniforms {
    glm::mat4 clip_from_world{1};
    float time_offset = 0;
    float size_at_unit_depth = 1;
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
    // Throws std::runtime_error with the shader's log.
    ParticlePass(const ReadAsset& read, const std::string& fragment_file);

    void use(const ParticleUniforms& values) const;

  private:
    GlProgram program_;
    GLint clip_from_world_ = -1;
    GLint time_offset_ = -1;
    GLint size_at_unit_depth_ = -1;
    GLint smallest_size_ = -1;
    GLint largest_size_ = -1;
    GLint whole_pixels_ = -1;
    GLint brightness_ = -1;
    GLint color_ = -1;
    GLint colored_by_velocity_ = -1;
};

}  // namespace milkomeda
