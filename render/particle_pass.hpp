// One way to draw particles: a program, and where its values go.
#pragma once

#include <glm/glm.hpp>
#include <string>

#include "render/gl.hpp"
#include "render/projection.hpp"
#include "render/shader_source.hpp"

namespace milkomeda {

// Where shaders/projection.glsl has its values in a program.
class ProjectionUniforms {
  public:
    ProjectionUniforms() = default;
    explicit ProjectionUniforms(const GlProgram& program);
    void set(const View& view) const;  // of the program in use

  private:
    GLint view_from_world_ = -1;
    GLint clip_from_view_ = -1;
    GLint projection_ = -1;
    GLint pixels_at_unit_distance_ = -1;
    GLint light_for_eye_ = -1;
};

// The uniforms of shaders/particle.vert, by their names there.
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
    // Throws std::runtime_error with the shader's log.
    ParticlePass(const ReadAsset& read, const std::string& fragment_file);

    void use(const ParticleUniforms& values) const;

  private:
    GlProgram program_;
    ProjectionUniforms projection_;
    GLint time_offset_ = -1;
    GLint world_size_ = -1;
    GLint smallest_size_ = -1;
    GLint largest_size_ = -1;
    GLint whole_pixels_ = -1;
    GLint brightness_ = -1;
    GLint color_ = -1;
    GLint colored_by_velocity_ = -1;
};

}  // namespace milkomeda
