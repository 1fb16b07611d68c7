// Ownership of OpenGL objects, shader programs, and information about the OpenGL context.
#include <doctest/doctest.h>

#include <stdexcept>

#include "harness.hpp"
#include "render/gl/native_gl.hpp"
#include "render/gl/shader_facts.hpp"
#include "render/gl/shader_program.hpp"
#include "render/gl/texture.hpp"

using namespace milkomeda;

namespace {

GlBuffer used_buffer() {
    GlBuffer buffer = new_buffer();
    glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return buffer;
}

}  // namespace

TEST_CASE("an object handle deletes its OpenGL object exactly once") {
    GLuint name = 0;
    {
        const GlBuffer buffer = used_buffer();
        name = buffer.name();
        CHECK(glIsBuffer(name) == GL_TRUE);
    }
    CHECK(glIsBuffer(name) == GL_FALSE);
}

TEST_CASE("a moved handle is empty, and overwriting a handle deletes the old OpenGL object at once") {
    GlBuffer from = used_buffer();
    const GLuint name = from.name();
    GlBuffer to = used_buffer();
    const GLuint overwritten = to.name();
    to = std::move(from);
    CHECK(from.name() == 0);
    CHECK(to.name() == name);
    CHECK(glIsBuffer(name) == GL_TRUE);
    CHECK(glIsBuffer(overwritten) == GL_FALSE);
    GlBuffer& itself = to;
    to = std::move(itself);
    CHECK(to.name() == name);
}

TEST_CASE("the OpenGL driver stores the debug label of an object") {
    if (!GLAD_GL_KHR_debug) return;
    const GlBuffer buffer = used_buffer();
    label(GL_BUFFER, buffer.name(), "a label and more");
    char text[32] = {};
    glGetObjectLabel(GL_BUFFER, buffer.name(), sizeof text, nullptr, text);
    CHECK(std::string{text} == "a label and more");
}

TEST_CASE("a shader program that does not link reports the names of its files") {
    const ShaderSource vertex{
        "a.vert", "#version 330 core\nout vec2 hue; void main() { hue = vec2(1); gl_Position = vec4(0); }\n"};
    const ShaderSource fragment{"b.frag",
                                "#version 330 core\nin vec3 hue; out vec4 color;\n"
                                "void main() { color = vec4(hue, 1); }\n"};
    const ShaderStage stages[] = {{GL_VERTEX_SHADER, vertex}, {GL_FRAGMENT_SHADER, fragment}};
    CHECK_THROWS_WITH_AS(link_program("test", stages), doctest::Contains("a.vert and b.frag"), std::runtime_error);
}

TEST_CASE("a shader program finds its declared uniforms and refuses undeclared names") {
    CHECK(declared_uniforms("uniform vec2 center, radii;  // of the map\n// uniform float no;\n"
                            "#ifdef X\nuniform float weights[SIZE + 1];\n#endif\n") ==
          std::vector<std::string>{"center", "radii", "weights"});
    const ShaderProgram edge{built_in, "shaders/gl/screen.vert", "shaders/particles/sky_edge.frag"};
    edge.use();
    edge.set("map_center", glm::vec2{1});
    CHECK(glGetError() == GL_NO_ERROR);
    CHECK_THROWS_WITH_AS(edge.set("middle", glm::vec2{1}), doctest::Contains("no uniform middle"), std::logic_error);
}

TEST_CASE("shaders receive the constants that C++ also uses") {
    const std::string facts = shader_facts();
    for (const char* line : {"#define COLOR_TABLE_SIZE 33\n", "#define COLOR_BY_COMPONENT 0\n",
                             "#define PROJECTION_DOME 3\n", "#define TONE_CURVE_EXPONENTIAL 2\n"})
        CHECK(facts.find(line) != std::string::npos);
}

TEST_CASE("loading a texture from an invalid picture fails with the name of the picture") {
    CHECK_THROWS_WITH_AS(light_texture("x.png", ""), doctest::Contains("x.png"), std::runtime_error);
}

TEST_CASE("the OpenGL context reports its vendor, version and native handles") {
    const GlInfo info = current_gl_info();
    CHECK_FALSE(info.vendor.empty());
    CHECK_FALSE(info.renderer.empty());
    CHECK_FALSE(info.version.empty());
    const NativeGl native = current_native_gl();
    CHECK(native.api == NativeGl::Api::egl);
    CHECK(native.display != nullptr);
    CHECK(native.context != nullptr);
}

TEST_CASE("a probe buffer first contains the test pattern and later the data written into it") {
    ProbeBuffer probe;
    std::vector<std::byte> content = probe.read();
    REQUIRE(content.size() == ProbeBuffer::size_bytes);
    for (std::size_t i = 0; i < content.size(); ++i) CHECK(content[i] == static_cast<std::byte>(i));

    const std::byte other{42};
    glBindBuffer(GL_ARRAY_BUFFER, probe.name());
    glBufferSubData(GL_ARRAY_BUFFER, 7, 1, &other);
    content[7] = other;
    CHECK(probe.read() == content);
}
