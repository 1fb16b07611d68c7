// Access of the layer to OpenGL: the current context of this thread and the contents of its buffers. The
// layer does not link OpenGL but uses the libraries that the program has loaded, so it works with GLX and
// EGL.
#pragma once

#include <cstddef>
#include <vector>

namespace milkomeda::layer {

// Returns the GLXContext or EGLContext that is current on the calling thread, or null without a context.
void* current_gl_context();

// Returns the size of a buffer in bytes; 0 if the buffer does not exist or is empty. This and the following
// functions need a current context.
std::size_t gl_buffer_size(unsigned buffer);

// These two functions wait until OpenGL has finished using the buffer, and leave all bindings unchanged.
std::vector<std::byte> read_gl_buffer(unsigned buffer, std::size_t size);
void write_gl_buffer(unsigned buffer, const std::vector<std::byte>& content);

}  // namespace milkomeda::layer
