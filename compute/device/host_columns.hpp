// Page-locked host memory for columns of rows, such as positions and velocities: what a device's copy engine
// likes best.
#pragma once

#include <span>

#include "compute/device/answer.hpp"
#include "compute/device/opencl.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

class HostColumns {
  public:
    HostColumns(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bodies,
                std::size_t columns = 2)
        : queue_{queue},
          bodies_{bodies},
          buffer_{context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, columns * bodies * sizeof(Float4)},
          rows_{static_cast<Float4*>(queue.enqueueMapBuffer(buffer_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                                            columns * bodies * sizeof(Float4)))} {}
    ~HostColumns() {
        try {
            queue_.enqueueUnmapMemObject(buffer_, rows_);
        } catch (const cl::Error&) {
            // A lost device shows at the next call, which may throw; a destructor may not. It may still use
            // this.
            give_up(std::move(buffer_));
        }
    }
    HostColumns(const HostColumns&) = delete;
    HostColumns& operator=(const HostColumns&) = delete;

    std::span<Float4> column(std::size_t number) const { return {rows_ + number * bodies_, bodies_}; }
    std::span<Float4> positions() const { return column(0); }
    std::span<Float4> velocities() const { return column(1); }

  private:
    cl::CommandQueue queue_;
    std::size_t bodies_;
    cl::Buffer buffer_;
    Float4* rows_;
};

}  // namespace milkomeda
