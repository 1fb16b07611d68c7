#include "render/gl/gl.hpp"

namespace milkomeda {

void free_buffer(GLuint name) { glDeleteBuffers(1, &name); }
void free_vertex_array(GLuint name) { glDeleteVertexArrays(1, &name); }
void free_texture(GLuint name) { glDeleteTextures(1, &name); }
void free_renderbuffer(GLuint name) { glDeleteRenderbuffers(1, &name); }
void free_framebuffer(GLuint name) { glDeleteFramebuffers(1, &name); }
void free_shader(GLuint name) { glDeleteShader(name); }
void free_program(GLuint name) { glDeleteProgram(name); }
void free_query(GLuint name) { glDeleteQueries(1, &name); }

namespace {

template <typename Handle, typename Generate>
Handle generate(Generate generate_names) {
    GLuint name = 0;
    generate_names(1, &name);
    return Handle{name};
}

}  // namespace

GlBuffer new_buffer() { return generate<GlBuffer>(glGenBuffers); }
GlVertexArray new_vertex_array() { return generate<GlVertexArray>(glGenVertexArrays); }
GlTexture new_texture() { return generate<GlTexture>(glGenTextures); }
GlRenderbuffer new_renderbuffer() { return generate<GlRenderbuffer>(glGenRenderbuffers); }
GlFramebuffer new_framebuffer() { return generate<GlFramebuffer>(glGenFramebuffers); }
GlQuery new_query() { return generate<GlQuery>(glGenQueries); }

void label(GLenum kind, GLuint name, std::string_view text) {
    if (GLAD_GL_KHR_debug) glObjectLabel(kind, name, static_cast<GLsizei>(text.size()), text.data());
}

}  // namespace milkomeda
