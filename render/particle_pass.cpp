#include "render/particle_pass.hpp"

#include <glm/gtc/type_ptr.hpp>

#include "render/shader.hpp"

namespace milkomeda {

ParticlePass::ParticlePass(const ReadAsset& read, const std::string& fragment_file) {
    const std::string vertex_file = "shaders/particle.vert";
    program_ =
        link_program(fragment_file, {vertex_file, read(vertex_file)}, {fragment_file, read(fragment_file)});

    const auto location = [this](const char* name) { return glGetUniformLocation(program_.name(), name); };
    clip_from_world_ = location("clip_from_world");
    time_offset_ = location("time_offset");
    size_at_unit_depth_ = location("size_at_unit_depth");
    smallest_size_ = location("smallest_size");
    largest_size_ = location("largest_size");
    whole_pixels_ = location("whole_pixels");
    brightness_ = location("brightness");
    color_ = location("color");
    colored_by_velocity_ = location("colored_by_velocity");
}

void ParticlePass::use(const ParticleUniforms& values) const {
    glUseProgram(program_.name());
    glUniformMatrix4fv(clip_from_world_, 1, GL_FALSE, glm::value_ptr(values.clip_from_world));
    glUniform1f(time_offset_, values.time_offset);
    glUniform1f(size_at_unit_depth_, values.size_at_unit_depth);
    glUniform1f(smallest_size_, values.smallest_size);
    glUniform1f(largest_size_, values.largest_size);
    glUniform1i(whole_pixels_, values.whole_pixels);
    glUniform1f(brightness_, values.brightness);
    glUniform3fv(color_, 1, glm::value_ptr(values.color));
    glUniform1i(colored_by_velocity_, values.colored_by_velocity);
}

}  // namespace milkomeda
