#include "render/gl/shader_program.hpp"

#include <glm/gtc/type_ptr.hpp>
#include <stdexcept>

namespace milkomeda {

ShaderProgram::ShaderProgram(const ReadAsset& read, const std::string& vertex_file, const std::string& fragment_file,
                             const std::string& definitions) {
    const ShaderSource vertex = shader_source(read, vertex_file, definitions);
    const ShaderSource fragment = shader_source(read, fragment_file, definitions);
    const ShaderStage stages[] = {{GL_VERTEX_SHADER, vertex}, {GL_FRAGMENT_SHADER, fragment}};
    link(fragment_file, stages);
}

ShaderProgram ShaderProgram::compute(const ReadAsset& read, const std::string& file, const std::string& definitions) {
    const ShaderSource source = shader_source(read, file, definitions);
    const ShaderStage stages[] = {{GL_COMPUTE_SHADER, source}};
    ShaderProgram program;
    program.link(file, stages);
    return program;
}

void ShaderProgram::link(std::string_view name, std::span<const ShaderStage> stages) {
    program_ = link_program(name, stages);
    for (const ShaderStage& stage : stages)
        for (const std::string& uniform : declared_uniforms(stage.source.text))
            locations_[uniform] = glGetUniformLocation(program_.name(), uniform.c_str());
}

void ScreenPass::draw() const {
    glBindVertexArray(nothing_.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
}

void ShaderProgram::use() const { glUseProgram(program_.name()); }

GLint ShaderProgram::location(const char* name) const {
    const auto found = locations_.find(std::string_view{name});
    if (found != locations_.end()) return found->second;
#ifdef MILKOMEDA_TESTS
    throw std::logic_error(std::string{"the shaders declare no uniform "} + name);
#else
    return -1;
#endif
}

void ShaderProgram::set(const char* name, bool value) const { glUniform1i(location(name), value); }
void ShaderProgram::set(const char* name, int value) const { glUniform1i(location(name), value); }
void ShaderProgram::set(const char* name, float value) const { glUniform1f(location(name), value); }
void ShaderProgram::set(const char* name, const glm::vec2& value) const {
    glUniform2fv(location(name), 1, glm::value_ptr(value));
}
void ShaderProgram::set(const char* name, const glm::vec3& value) const {
    glUniform3fv(location(name), 1, glm::value_ptr(value));
}
void ShaderProgram::set(const char* name, const glm::ivec2& value) const {
    glUniform2iv(location(name), 1, glm::value_ptr(value));
}
void ShaderProgram::set(const char* name, const glm::mat4& value) const {
    glUniformMatrix4fv(location(name), 1, GL_FALSE, glm::value_ptr(value));
}
void ShaderProgram::set(const char* name, std::span<const glm::vec3> values) const {
    glUniform3fv(location(name), static_cast<GLsizei>(values.size()), glm::value_ptr(values.front()));
}
void ShaderProgram::set(const char* name, const glm::mat3& value) const {
    glUniformMatrix3fv(location(name), 1, GL_FALSE, glm::value_ptr(value));
}
void ShaderProgram::set(const char* name, std::span<const float> values) const {
    glUniform1fv(location(name), static_cast<GLsizei>(values.size()), values.data());
}
void ShaderProgram::set(const View& view) const {
    set("view_from_world", view.view_from_world);
    set("clip_from_view", view.clip_from_view);
    set("projection", static_cast<int>(view.projection));
    set("light_for_eye", view.light_for_eye);
    set("pixels_at_unit_distance", view.pixels_at_unit_distance);
}

}  // namespace milkomeda
