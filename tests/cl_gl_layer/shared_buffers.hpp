// The buffers that OpenCL and OpenGL share, and whose turn it is.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <mutex>
#include <optional>
#include <unordered_map>

namespace milkomeda::layer {

struct SharedBuffer {
    unsigned gl_name = 0;
    std::size_t size = 0;
    bool is_acquired = false;
    int references = 1;  // those that the program holds; the driver may hold more for work under way
};

// All shared buffers of this process. The lock is never held while a driver is called, which may wait for a
// thread of its own that waits for the lock.
class SharedBuffers {
  public:
    void add(cl_mem buffer, const SharedBuffer& shared);
    void remove(cl_mem buffer);

    // A copy of the entry; empty when the buffer is an ordinary one.
    std::optional<SharedBuffer> find(cl_mem buffer);
    void set_acquired(cl_mem buffer, bool is_acquired);
    void add_reference(cl_mem buffer, int difference);

  private:
    std::mutex mutex_;
    std::unordered_map<cl_mem, SharedBuffer> buffers_;
};

SharedBuffers& shared_buffers();

}  // namespace milkomeda::layer
