// A buffer that the host and the device use alternately.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "compute/device/opencl.hpp"
#include "data/mixed/mixed_box.hpp"

namespace milkomeda {

// With MixedMemory::zero_copy, the driver allocates memory that the host can map (CL_MEM_ALLOC_HOST_PTR). Mapping
// copies nothing on a CPU device, and transfers data over the bus on a discrete GPU. With MixedMemory::copied, the host
// and the device each store the data, and commands copy the data from one to the other.
template <typename Item>
class HostDeviceBuffer {
  public:
    HostDeviceBuffer(const cl::Context& context, MixedMemory memory, std::size_t count)
        : memory_{memory},
          buffer_{context,
                  CL_MEM_READ_WRITE |
                      (memory == MixedMemory::zero_copy ? cl_mem_flags{CL_MEM_ALLOC_HOST_PTR} : cl_mem_flags{0}),
                  count * sizeof(Item)},
          count_{count},
          copy_(memory == MixedMemory::copied ? count : 0) {}

    const cl::Buffer& buffer() const { return buffer_; }

    // Enqueues a command that maps (or copies) the device's data for reading on the host; `there` receives the event of
    // this command. The span is valid from the completion of the command until unmap(). During this time, the device
    // may read the buffer but must not write to it.
    std::span<const Item> map_for_reading(const cl::CommandQueue& queue, cl::Event& there) {
        if (memory_ == MixedMemory::copied) {
            queue.enqueueReadBuffer(buffer_, CL_FALSE, 0, count_ * sizeof(Item), copy_.data(), nullptr, &there);
            return copy_;
        }
        mapped_ = queue.enqueueMapBuffer(buffer_, CL_FALSE, CL_MAP_READ, 0, count_ * sizeof(Item), nullptr, &there);
        return {static_cast<const Item*>(mapped_), count_};
    }
    // Ends reading on the host. With MixedMemory::zero_copy, sets `back` to the event of the unmap command.
    void unmap(const cl::CommandQueue& queue, cl::Event& back) {
        if (mapped_) queue.enqueueUnmapMemObject(buffer_, mapped_, nullptr, &back);
        mapped_ = nullptr;
    }

    // Prepares memory for `count` items, into which the host can write after the completion of the event `there`. The
    // device must not use the buffer until write().
    void prepare_writing(const cl::CommandQueue& queue, std::size_t count, cl::Event& there) {
        prepared_ = count;
        if (memory_ == MixedMemory::zero_copy && count > 0)
            mapped_ = queue.enqueueMapBuffer(buffer_, CL_FALSE, CL_MAP_WRITE_INVALIDATE_REGION, 0, count * sizeof(Item),
                                             nullptr, &there);
    }
    std::size_t prepared() const { return prepared_; }
    // Copies `items` to the device. `items` must stay valid until the completion of the event `done`.
    void write(const cl::CommandQueue& queue, std::span<const Item> items, cl::Event& done) {
        if (memory_ == MixedMemory::copied) {
            if (!items.empty())
                queue.enqueueWriteBuffer(buffer_, CL_FALSE, 0, items.size_bytes(), items.data(), nullptr, &done);
            return;
        }
        std::ranges::copy(items, static_cast<Item*>(mapped_));
        unmap(queue, done);
    }

  private:
    MixedMemory memory_;
    cl::Buffer buffer_;
    std::size_t count_ = 0, prepared_ = 0;
    void* mapped_ = nullptr;
    std::vector<Item> copy_;
};

}  // namespace milkomeda
