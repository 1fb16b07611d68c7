// GLSL program whose uniforms are set by name.
#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <map>
#include <span>
#include <string>

#include "render/camera/projection.hpp"
#include "render/gl/gl.hpp"
#include "render/gl/shader_source.hpp"

namespace milkomeda {

class ShaderProgram {
  public:
    ShaderProgram() = default;
    // Compiles shader files such as "shaders/particles/star.vert". Throws std::runtime_error with the file
    // name and the compiler's log on failure.
    ShaderProgram(const ReadAsset& read, const std::string& vertex_file, const std::string& fragment_file,
                  const std::string& definitions = "");  // `definitions`: #define lines for both stages
    // Compiles a compute shader; needs an OpenGL version with compute shaders. Throws std::runtime_error with
    // the file name and the compiler's log on failure.
    static ShaderProgram compute(const ReadAsset& read, const std::string& file, const std::string& definitions = "");

    void use() const;

    // The set() functions set a uniform of this program, which must be active. A name that the shaders do not
    // declare is ignored, so that shaders can be edited while the program runs. In builds with tests, an
    // undeclared name throws std::logic_error.
    void set(const char* name, bool value) const;
    void set(const char* name, int value) const;
    void set(const char* name, float value) const;
    void set(const char* name, const glm::vec2& value) const;
    void set(const char* name, const glm::vec3& value) const;
    void set(const char* name, const glm::mat3& value) const;
    void set(const char* name, const glm::ivec2& value) const;
    void set(const char* name, const glm::mat4& value) const;
    // These two set() functions set uniform arrays.
    void set(const char* name, std::span<const glm::vec3> values) const;
    void set(const char* name, std::span<const float> values) const;
    void set(const View& view) const;  // sets the uniforms of shaders/camera/projection.glsl

  private:
    void link(std::string_view name, std::span<const ShaderStage> stages);
    GLint location(const char* name) const;

    GlProgram program_;
    // Locations of all declared uniforms; -1 for a uniform that the driver optimized away.
    std::map<std::string, GLint, std::less<>> locations_;
};

}  // namespace milkomeda
