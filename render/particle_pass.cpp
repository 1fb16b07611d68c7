#include "render/particle_pass.hpp"

#include <glm/gtc/type_ptr.hpp>

#include "render/shader.hpp"

namespace milkomeda {

ProjectionUniforms::ProjectionUniforms(const GlProgram& program) {
    const auto location = [&program](const char* name) { return glGetUniformLocation(program.name(), name); };
    view_from_world_ = location("view_from_world");
    clip_from_view_ = location("clip_from_view");
    projection_ = location("projection");
    pixels_at_unit_distance_ = location("pixels_at_unit_distance");
    light_for_eye_ = location("light_for_eye");
}

void ProjectionUniforms::set(const View& view) const {
    glUniformMatrix4fv(view_from_world_, 1, GL_FALSE, glm::value_ptr(view.view_from_world));
    glUniformMatrix4fv(clip_from_view_, 1, GL_FALSE, glm::value_ptr(view.clip_from_view));
    glUniform1i(projection_, static_cast<GLint>(view.projection));
    glUniform1f(pixels_at_unit_distance_, view.pixels_at_unit_distance);
    glUniformMatrix3fv(light_for_eye_, 1, GL_FALSE, glm::value_ptr(view.light_for_eye));
}

ParticlePass::ParticlePass(const ReadAsset& read, const std::string& fragment_file) {
    program_ = link_program(fragment_file, shader_source(read, "shaders/particle.vert"),
                            shader_source(read, fragment_file));

    const auto location = [this](const char* name) { return glGetUniformLocation(program_.name(), name); };
    projection_ = ProjectionUniforms{program_};
    time_offset_ = location("time_offset");
    world_size_ = location("world_size");
    smallest_size_ = location("smallest_size");
    largest_size_ = location("largest_size");
    whole_pixels_ = location("whole_pixels");
    brightness_ = location("brightness");
    color_ = location("color");
    colored_by_velocity_ = location("colored_by_velocity");
}

void ParticlePass::use(const ParticleUniforms& values) const {
    glUseProgram(program_.name());
    projection_.set(values.view);
    glUniform1f(time_offset_, values.time_offset);
    glUniform1f(world_size_, values.world_size);
    glUniform1f(smallest_size_, values.smallest_size);
    glUniform1f(largest_size_, values.largest_size);
    glUniform1i(whole_pixels_, values.whole_pixels);
    glUniform1f(brightness_, values.brightness);
    glUniform3fv(color_, 1, glm::value_ptr(values.color));
    glUniform1i(colored_by_velocity_, values.colored_by_velocity);
}

}  // namespace milkomeda
