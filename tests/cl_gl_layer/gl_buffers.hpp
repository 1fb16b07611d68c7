// Access of the layer to the current OpenGL context of a thread and to the contents of OpenGL buffers. The layer does
// not link OpenGL but uses the libraries that the program has loaded, so the layer works with GLX and EGL.
#pragma once

#include <cstddef>
#include <vector>

namespace milkomeda::layer {

// Returns the GLXContext or EGLContext that is current on the calling thread, or null without a context.
void* current_gl_context();

// Returns the size of a buffer in bytes, or 0 if the buffer does not exist or is empty. This function and the functions
// below need a current OpenGL context.
std::size_t gl_buffer_size(unsigned buffer);

// Reads or writes the content of a buffer after OpenGL has finished using the buffer. Leaves all bindings unchanged.
std::vector<std::byte> read_gl_buffer(unsigned buffer, std::size_t size);
void write_gl_buffer(unsigned buffer, const std::vector<std::byte>& content);

}  // namespace milkomeda::layer
