// Move-only owners of OpenGL objects; the destructor deletes the object.
#pragma once

#include <glad/gl.h>

#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace milkomeda {

// Owns an OpenGL object name and deletes the object with `free_name`; holds 0 when empty or moved from.
template <void (*free_name)(GLuint)>
class GlHandle {
  public:
    GlHandle() = default;
    explicit GlHandle(GLuint name) : name_{name} {}
    GlHandle(GlHandle&& other) noexcept : name_{std::exchange(other.name_, 0)} {}
    GlHandle& operator=(GlHandle&& other) noexcept {
        GlHandle{std::move(other)}.swap(*this);
        return *this;
    }
    ~GlHandle() {
        if (name_ != 0) free_name(name_);
    }
    GLuint name() const { return name_; }

  private:
    void swap(GlHandle& other) noexcept { std::swap(name_, other.name_); }

    GLuint name_ = 0;
};

void free_buffer(GLuint name);
void free_vertex_array(GLuint name);
void free_texture(GLuint name);
void free_renderbuffer(GLuint name);
void free_framebuffer(GLuint name);
void free_shader(GLuint name);
void free_program(GLuint name);
void free_query(GLuint name);

using GlBuffer = GlHandle<free_buffer>;
using GlVertexArray = GlHandle<free_vertex_array>;
using GlTexture = GlHandle<free_texture>;
using GlRenderbuffer = GlHandle<free_renderbuffer>;
using GlFramebuffer = GlHandle<free_framebuffer>;
using GlShader = GlHandle<free_shader>;
using GlProgram = GlHandle<free_program>;
using GlQuery = GlHandle<free_query>;

GlBuffer new_buffer();
// Returns a buffer with the content `bytes`; `usage` is GL_STATIC_DRAW, GL_DYNAMIC_DRAW, ...
GlBuffer new_buffer(std::string_view name, std::span<const std::byte> bytes, GLenum usage);
GlVertexArray new_vertex_array();
GlTexture new_texture();
// Returns a two-dimensional texture with linear filtering and leaves the texture bound. `wrap` is GL_CLAMP_TO_EDGE or
// GL_CLAMP_TO_BORDER. `reducing_filter` is the texture's GL_TEXTURE_MIN_FILTER.
GlTexture new_texture_2d(std::string_view name, GLint wrap, GLint reducing_filter = GL_LINEAR);
GlRenderbuffer new_renderbuffer();
GlFramebuffer new_framebuffer();
GlQuery new_query();

// Completion of the OpenGL commands that were issued before start().
class GlFence {
  public:
    void start();
    bool is_started() const { return sync_ != nullptr; }
    // Returns true if the commands are complete, or if start() was not called since the last completion. If `waits` is
    // true, waits until the commands are complete.
    bool is_complete(bool waits);

  private:
    struct FreeSync {
        void operator()(GLsync sync) const { glDeleteSync(sync); }
    };
    std::unique_ptr<std::remove_pointer_t<GLsync>, FreeSync> sync_;
};

GLfloat largest_point_size();  // returns the largest width in pixels of points that OpenGL draws
void clear_gl_errors();        // makes the next call of glGetError() report only errors after this call

// Sets the label of an OpenGL object in debuggers and driver messages, if KHR_debug is available. `kind` is
// GL_BUFFER, GL_TEXTURE, ... Bind the object before labeling, because the first binding creates it.
void label(GLenum kind, GLuint name, std::string_view text);

}  // namespace milkomeda
