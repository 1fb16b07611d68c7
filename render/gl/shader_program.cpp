#include "render/gl/shader_program.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace milkomeda {
namespace {

// Returns the number of components of a uniform of this type; 0 for samplers.
std::size_t components_of(GLenum type) {
    switch (type) {
        case GL_FLOAT:
        case GL_INT:
        case GL_UNSIGNED_INT:
        case GL_BOOL:
            return 1;
        case GL_FLOAT_VEC2:
        case GL_INT_VEC2:
            return 2;
        case GL_FLOAT_VEC3:
            return 3;
        case GL_FLOAT_VEC4:
            return 4;
        case GL_FLOAT_MAT3:
            return 9;
        case GL_FLOAT_MAT4:
            return 16;
        default:
            return 0;
    }
}

}  // namespace

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

UniformValues ShaderProgram::values() const {
    UniformValues values;
    GLint count = 0;
    glGetProgramiv(program_.name(), GL_ACTIVE_UNIFORMS, &count);
    for (GLuint i = 0; i < static_cast<GLuint>(count); ++i) {
        char text[256] = {};
        GLint size = 0;
        GLenum type = 0;
        glGetActiveUniform(program_.name(), i, sizeof text, nullptr, &size, &type, text);
        const std::string name = std::string{text}.substr(0, std::string_view{text}.find('['));
        const std::size_t components = components_of(type);
        if (components == 0) continue;
        std::vector<float>& numbers = values[name];
        for (GLint element = 0; element < size; ++element) {
            const std::string place = size > 1 ? fmt::format("{}[{}]", name, element) : name;
            float found[16] = {};
            glGetUniformfv(program_.name(), glGetUniformLocation(program_.name(), place.c_str()), found);
            numbers.insert(numbers.end(), found, found + components);
        }
    }
    return values;
}

void ShaderProgram::set(const View& view) const {
    set("view_from_world", view.view_from_world);
    set("clip_from_view", view.clip_from_view);
    set("projection", static_cast<int>(view.projection));
    set("light_for_eye", view.light_for_eye);
    set("pixels_at_unit_distance", view.pixels_at_unit_distance);
}

}  // namespace milkomeda
