// OpenGL as the layer sees it: which context is current on this thread, and what its buffers hold. The layer
// links no OpenGL; it uses the libraries that the program has loaded, whichever way the program made its
// context.
#pragma once

#include <cstddef>
#include <vector>

namespace milkomeda::layer {

// The GLXContext or EGLContext that is current on the calling thread; null when there is none.
void* current_gl_context();

// Size of a buffer's data store in bytes; 0 when there is no such buffer, or nothing in it.
// This and the following need a current context.
std::size_t gl_buffer_size(unsigned buffer);

// Both wait for what OpenGL still does with the buffer, and leave every binding as it was.
std::vector<std::byte> read_gl_buffer(unsigned buffer, std::size_t size);
void write_gl_buffer(unsigned buffer, const std::vector<std::byte>& content);

}  // namespace milkomeda::layer
