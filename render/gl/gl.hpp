// Move-only owners of OpenGL objects; the destructor deletes the object.
#pragma once

#include <glad/gl.h>

#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace milkomeda {

// Owns an OpenGL object name and deletes the object; holds 0 when empty or moved from. `delete_function` points to the
// loaded OpenGL function that deletes one object, or that deletes a list of objects.
template <auto* delete_function>
class GlHandle {
  public:
    GlHandle() = default;
    explicit GlHandle(GLuint name) : name_{name} {}
    // Owns a new object. `generate_names` is the OpenGL function that generates names of this kind of object.
    explicit GlHandle(PFNGLGENBUFFERSPROC generate_names) { generate_names(1, &name_); }
    GlHandle(GlHandle&& other) noexcept : name_{std::exchange(other.name_, 0)} {}
    GlHandle& operator=(GlHandle&& other) noexcept {
        const GlHandle former{std::exchange(name_, std::exchange(other.name_, 0))};
        return *this;
    }
    ~GlHandle() {
        if (name_ == 0) return;
        if constexpr (std::is_invocable_v<decltype(*delete_function), GLuint>)
            (*delete_function)(name_);
        else
            (*delete_function)(1, &name_);
    }
    GLuint name() const { return name_; }

  private:
    GLuint name_ = 0;
};

using GlBuffer = GlHandle<&glDeleteBuffers>;
using GlVertexArray = GlHandle<&glDeleteVertexArrays>;
using GlTexture = GlHandle<&glDeleteTextures>;
using GlRenderbuffer = GlHandle<&glDeleteRenderbuffers>;
using GlFramebuffer = GlHandle<&glDeleteFramebuffers>;
using GlShader = GlHandle<&glDeleteShader>;
using GlProgram = GlHandle<&glDeleteProgram>;
using GlQuery = GlHandle<&glDeleteQueries>;

inline GlBuffer new_buffer() { return GlBuffer{glGenBuffers}; }
inline GlVertexArray new_vertex_array() { return GlVertexArray{glGenVertexArrays}; }
inline GlTexture new_texture() { return GlTexture{glGenTextures}; }
inline GlRenderbuffer new_renderbuffer() { return GlRenderbuffer{glGenRenderbuffers}; }
inline GlFramebuffer new_framebuffer() { return GlFramebuffer{glGenFramebuffers}; }
inline GlQuery new_query() { return GlQuery{glGenQueries}; }
// Returns a buffer with the content `bytes`; `usage` is GL_STATIC_DRAW, GL_DYNAMIC_DRAW, ...
GlBuffer new_buffer(std::string_view name, std::span<const std::byte> bytes, GLenum usage);
// Returns a two-dimensional texture with linear filtering and leaves the texture bound. `wrap` is GL_CLAMP_TO_EDGE or
// GL_CLAMP_TO_BORDER. `reducing_filter` is the texture's GL_TEXTURE_MIN_FILTER.
GlTexture new_texture_2d(std::string_view name, GLint wrap, GLint reducing_filter = GL_LINEAR);

// Reports when all OpenGL commands that were issued before start() are complete.
class GlFence {
  public:
    void start();
    bool is_started() const { return sync_ != nullptr; }
    // Returns true if the commands are complete, or if start() has not been called since is_complete() last returned
    // true. If `waits` is true, waits until the commands are complete.
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
