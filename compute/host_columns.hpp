// Page-locked host memory for one copy of positions and velocities: what a device's copy engine likes best.
#pragma once

#include <span>

#include "compute/opencl.hpp"
#include "data/particles.hpp"

namespace milkomeda {

class HostColumns {
  public:
    HostColumns(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bodies)
        : queue_{queue},
          bodies_{bodies},
          buffer_{context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, 2 * bodies * sizeof(Float4)},
          rows_{static_cast<Float4*>(queue.enqueueMapBuffer(buffer_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                                            2 * bodies * sizeof(Float4)))} {}
    ~HostColumns() { queue_.enqueueUnmapMemObject(buffer_, rows_); }
    HostColumns(const HostColumns&) = delete;
    HostColumns& operator=(const HostColumns&) = delete;

    std::span<Float4> positions() const { return {rows_, bodies_}; }
    std::span<Float4> velocities() const { return {rows_ + bodies_, bodies_}; }

  private:
    cl::CommandQueue queue_;
    std::size_t bodies_;
    cl::Buffer buffer_;
    Float4* rows_;
};

}  // namespace milkomeda
