// A GLSL program whose values are set by the names that they have in the shaders.
#pragma once

#include <glm/glm.hpp>
#include <span>
#include <string>

#include "render/camera/projection.hpp"
#include "render/gl/gl.hpp"
#include "render/gl/shader_source.hpp"

namespace milkomeda {

class ShaderProgram {
  public:
    ShaderProgram() = default;
    // From files such as "shaders/particles/star.vert". Throws std::runtime_error with the file's name and
    // the driver's log.
    ShaderProgram(const ReadAsset& read, const std::string& vertex_file, const std::string& fragment_file,
                  const std::string& definitions = "");  // lines of their own, in both

    void use() const;

    // Of the program in use; names that the shaders do not have are passed over, as drivers drop those that
    // are not needed.
    void set(const char* name, bool value) const;
    void set(const char* name, int value) const;
    void set(const char* name, float value) const;
    void set(const char* name, const glm::vec2& value) const;
    void set(const char* name, const glm::vec3& value) const;
    void set(const char* name, const glm::mat3& value) const;
    void set(const char* name, const glm::ivec2& value) const;
    void set(const char* name, const glm::mat4& value) const;
    // Arrays.
    void set(const char* name, std::span<const glm::vec3> values) const;
    void set(const char* name, std::span<const float> values) const;
    void set(const View& view) const;  // what shaders/camera/projection.glsl wants

  private:
    GLint location(const char* name) const;

    GlProgram program_;
};

}  // namespace milkomeda
