// GLSL program whose uniforms are set by name.
#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "render/camera/projection.hpp"
#include "render/gl/gl.hpp"
#include "render/gl/shader.hpp"

namespace milkomeda {

// Components of the values of uniforms, by the name of the uniform: one number for a scalar, four for a vec4, and so
// on.
using UniformValues = std::map<std::string, std::vector<float>>;

class ShaderProgram {
  public:
    ShaderProgram() = default;
    // Compiles shader files such as "shaders/particles/star.vert". `definitions` contains #define lines for both
    // stages. Throws std::runtime_error with the file name and the compiler's log on failure.
    ShaderProgram(const ReadAsset& read, const std::string& vertex_file, const std::string& fragment_file,
                  const std::string& definitions = "");
    // Compiles a compute shader, which needs OpenGL with compute shaders. Throws like the constructor.
    static ShaderProgram compute(const ReadAsset& read, const std::string& file, const std::string& definitions = "");

    void use() const;

    // The set() functions set a uniform of this program, which must be active. A name that the shaders do not
    // declare is ignored, so that shaders can be edited while the program runs. In builds with tests, an
    // undeclared name throws std::logic_error.
    void set(const char* name, bool value) const { glUniform1i(location(name), value); }
    void set(const char* name, int value) const { glUniform1i(location(name), value); }
    void set(const char* name, float value) const { glUniform1f(location(name), value); }
    void set(const char* name, const glm::vec2& value) const { glUniform2fv(location(name), 1, &value.x); }
    void set(const char* name, const glm::vec3& value) const { glUniform3fv(location(name), 1, &value.x); }
    void set(const char* name, const glm::ivec2& value) const { glUniform2iv(location(name), 1, &value.x); }
    void set(const char* name, const glm::mat3& value) const {
        glUniformMatrix3fv(location(name), 1, false, &value[0].x);
    }
    void set(const char* name, const glm::mat4& value) const {
        glUniformMatrix4fv(location(name), 1, false, &value[0].x);
    }
    // sets an array
    void set(const char* name, std::span<const glm::vec3> values) const {
        glUniform3fv(location(name), static_cast<GLsizei>(values.size()), &values.front().x);
    }
    void set(const char* name, std::span<const float> values) const {  // sets an array
        glUniform1fv(location(name), static_cast<GLsizei>(values.size()), values.data());
    }
    void set(const View& view) const;  // sets the uniforms of shaders/camera/projection.glsl

    // Returns the present values of all uniforms that are neither samplers nor optimized away, by name.
    UniformValues values() const;

  private:
    void link(std::string_view name, std::span<const ShaderStage> stages);
    GLint location(const char* name) const;

    GlProgram program_;
    // Locations of all declared uniforms; -1 for a uniform that the driver optimized away.
    std::map<std::string, GLint, std::less<>> locations_;
};

// Shader program that computes every pixel of the viewport by a fragment shader.
class ScreenPass : public ShaderProgram {
  public:
    ScreenPass() = default;
    // Compiles the shaders. draw() draws one triangle, which `vertex_file` must stretch over the whole viewport. Throws
    // std::runtime_error with the compiler's log on failure.
    ScreenPass(const ReadAsset& read, const std::string& fragment_file, const std::string& definitions = "",
               const std::string& vertex_file = "shaders/gl/screen.vert")
        : ShaderProgram{read, vertex_file, fragment_file, definitions}, nothing_{new_vertex_array()} {}

    void draw() const;  // The program must be active.

  private:
    GlVertexArray nothing_;  // vertex array without attributes
};

}  // namespace milkomeda
