// A GLSL program whose uniforms are set by the names that they have in the shaders.
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
    // Compiles files such as "shaders/particles/star.vert". Throws std::runtime_error with the file's name
    // and the driver's log.
    ShaderProgram(const ReadAsset& read, const std::string& vertex_file, const std::string& fragment_file,
                  const std::string& definitions = "");  // lines of their own, in both
    // Of a compute shader, where OpenGL has these; throws as well.
    static ShaderProgram compute(const ReadAsset& read, const std::string& file,
                                 const std::string& definitions = "");

    void use() const;

    // These set a uniform of the program in use. A name that the shaders do not declare is passed over, since
    // a shader under work may have lost it; where tests are built it throws std::logic_error.
    void set(const char* name, bool value) const;
    void set(const char* name, int value) const;
    void set(const char* name, float value) const;
    void set(const char* name, const glm::vec2& value) const;
    void set(const char* name, const glm::vec3& value) const;
    void set(const char* name, const glm::mat3& value) const;
    void set(const char* name, const glm::ivec2& value) const;
    void set(const char* name, const glm::mat4& value) const;
    // Arrays:
    void set(const char* name, std::span<const glm::vec3> values) const;
    void set(const char* name, std::span<const float> values) const;
    void set(const View& view) const;  // the uniforms of shaders/camera/projection.glsl

  private:
    void link(std::string_view name, std::span<const ShaderStage> stages);
    GLint location(const char* name) const;

    GlProgram program_;
    // By the names that the sources declare; -1 where the driver dropped one that is not needed.
    std::map<std::string, GLint, std::less<>> locations_;
};

}  // namespace milkomeda
