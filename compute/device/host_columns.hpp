// Page-locked host memory for columns such as positions and velocities. Transfers between device and host are
// fastest with page-locked memory.
#pragma once

#include <memory>
#include <span>
#include <utility>

#include "compute/device/opencl.hpp"
#include "compute/device/orphaned_memory.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

class HostColumns {
  public:
    HostColumns(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bodies, std::size_t columns = 2)
        : queue_{queue},
          bodies_{bodies},
          mapped_{std::make_shared<Mapped>(context, queue, columns * bodies * sizeof(Float4))} {}
    // Orphans the memory if unmapping fails, which happens on a lost device. The memory must not be freed, because the
    // device may use it later, and a destructor must not throw.
    ~HostColumns() {
        if (!mapped_->unmap()) orphan(std::move(queue_), std::move(mapped_));
    }
    HostColumns(const HostColumns&) = delete;
    HostColumns& operator=(const HostColumns&) = delete;

    std::span<Float4> column(std::size_t number) const { return {mapped_->rows() + number * bodies_, bodies_}; }
    std::span<Float4> positions() const { return column(0); }
    std::span<Float4> velocities() const { return column(1); }

  private:
    class Mapped {
      public:
        Mapped(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bytes)
            : queue_{queue},
              buffer_{context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes},
              rows_{queue.enqueueMapBuffer(buffer_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes)} {}
        ~Mapped() { unmap(); }
        Mapped(const Mapped&) = delete;
        Mapped& operator=(const Mapped&) = delete;

        Float4* rows() const { return static_cast<Float4*>(rows_); }
        // Returns false if the device fails to unmap the memory.
        bool unmap() try {
            if (rows_ != nullptr) queue_.enqueueUnmapMemObject(buffer_, rows_);
            rows_ = nullptr;
            return true;
        } catch (const cl::Error&) {
            return false;
        }

      private:
        cl::CommandQueue queue_;
        cl::Buffer buffer_;
        void* rows_;
    };

    cl::CommandQueue queue_;
    std::size_t bodies_;
    std::shared_ptr<Mapped> mapped_;
};

}  // namespace milkomeda
