#include "render/gl/shader_program.hpp"

#include <fmt/format.h>

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
    throw std::logic_error(fmt::format("the shaders declare no uniform {}", name));
#else
    return -1;
#endif
}

void ShaderProgram::set(const View& view) const {
    set("view_from_world", view.view_from_world);
    set("clip_from_view", view.clip_from_view);
    set("projection", static_cast<int>(view.projection));
    set("light_for_eye", view.light_for_eye);
    set("pixels_at_unit_distance", view.pixels_at_unit_distance);
}

}  // namespace milkomeda
