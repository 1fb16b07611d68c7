#include "render/gl/shader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "data/base/build_error.hpp"
#include "render/gl/shader_facts.hpp"

namespace milkomeda {
namespace {

// Reads the compiler or linker log of a shader or program. OpenGL has separate query functions for shaders
// and programs, which the caller passes.
template <typename GetNumber, typename GetLog>
std::string log_of(GLuint name, GetNumber get_number, GetLog get_log) {
    GLint length = 0;
    get_number(name, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(length > 0 ? length : 1), '\0');
    GLsizei written = 0;
    get_log(name, static_cast<GLsizei>(log.size()), &written, log.data());
    log.resize(static_cast<std::size_t>(written));
    while (!log.empty() && (log.back() == '\n' || log.back() == '\0')) log.pop_back();
    return log.empty() ? "(the driver gives no reason)" : log;
}

GlShader compile(GLenum stage, const ShaderSource& source) {
    GlShader shader{glCreateShader(stage)};
    const GLchar* text = source.text.data();
    const GLint length = static_cast<GLint>(source.text.size());
    glShaderSource(shader.name(), 1, &text, &length);
    glCompileShader(shader.name());
    label(GL_SHADER, shader.name(), source.file);

    GLint compiled = GL_FALSE;
    glGetShaderiv(shader.name(), GL_COMPILE_STATUS, &compiled);
    if (compiled == GL_FALSE)
        throw BuildError(source.file + " does not compile", log_of(shader.name(), glGetShaderiv, glGetShaderInfoLog));
    return shader;
}

}  // namespace

ShaderSource shader_source(const ReadAsset& read, const std::string& file, const std::string& definitions) {
    std::string text = read_with_includes(read, file, LineDirective::without_file);
    const std::size_t version = text.find("#version");
    if (version != std::string::npos) {
        const std::size_t next_line = text.find('\n', version) + 1;
        const auto number = std::ranges::count(text.substr(0, next_line), '\n') + 1;
        text.insert(next_line, fmt::format("{}{}#line {}\n", shader_facts(), definitions, number));
    }
    return {file, text};
}

std::vector<std::string> declared_uniforms(const std::string& text) {
    std::vector<std::string> names;
    std::istringstream lines{text};
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("uniform ")) continue;
        std::istringstream declaration{line.substr(0, line.find(';'))};
        std::string uniform, type;
        declaration >> uniform >> type;
        for (std::string name; std::getline(declaration >> std::ws, name, ',');)
            names.push_back(name.substr(0, name.find('[')));
    }
    return names;
}

GlProgram link_program(std::string_view name, std::span<const ShaderStage> sources) {
    std::vector<GlShader> stages;
    std::string files;
    for (const ShaderStage& stage : sources) {
        stages.push_back(compile(stage.kind, stage.source));
        files += (files.empty() ? "" : " and ") + stage.source.file;
    }
    GlProgram program{glCreateProgram()};
    for (const GlShader& stage : stages) glAttachShader(program.name(), stage.name());
    glLinkProgram(program.name());
    for (const GlShader& stage : stages) glDetachShader(program.name(), stage.name());
    label(GL_PROGRAM, program.name(), name);

    GLint linked = GL_FALSE;
    glGetProgramiv(program.name(), GL_LINK_STATUS, &linked);
    if (linked == GL_FALSE)
        throw BuildError(fmt::format("{} {} not link", files, stages.size() > 1 ? "do" : "does"),
                         log_of(program.name(), glGetProgramiv, glGetProgramInfoLog));
    return program;
}

}  // namespace milkomeda
