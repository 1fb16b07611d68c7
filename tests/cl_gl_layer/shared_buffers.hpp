// Table of the buffers shared by OpenCL and OpenGL, with the state (acquired or released) of each buffer.
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
    // number of references that the program holds; the driver may hold additional references for running work
    int references = 1;
};

// All shared buffers of this process. Methods are thread-safe. The lock is never held during a driver call, because the
// driver may wait for a thread that waits for the lock.
class SharedBuffers {
  public:
    void add(cl_mem buffer, const SharedBuffer& shared);
    void remove(cl_mem buffer);

    // Returns a copy of the entry, or an empty optional for a buffer that is not shared.
    std::optional<SharedBuffer> find(cl_mem buffer);
    void set_acquired(cl_mem buffer, bool is_acquired);
    void add_reference(cl_mem buffer, int difference);

  private:
    std::mutex mutex_;
    std::unordered_map<cl_mem, SharedBuffer> buffers_;
};

SharedBuffers& shared_buffers();

}  // namespace milkomeda::layer
