// Access of the layer to OpenGL: the current context of this thread, and the contents of its buffers. The
// layer does not link OpenGL; it uses the libraries that the program has loaded, in whichever way the program
// created its context.
#pragma once

#include <cstddef>
#include <vector>

namespace milkomeda::layer {

// The GLXContext or EGLContext that is current on the calling thread; null without a context.
void* current_gl_context();

// Size of a buffer's data store in bytes; 0 if there is no such buffer or if it is empty. This and the
// following functions need a current context.
std::size_t gl_buffer_size(unsigned buffer);

// Both functions wait for OpenGL to finish with the buffer, and leave all bindings unchanged.
std::vector<std::byte> read_gl_buffer(unsigned buffer, std::size_t size);
void write_gl_buffer(unsigned buffer, const std::vector<std::byte>& content);

}  // namespace milkomeda::layer
