// A column in memory that host and device use in turns.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "compute/device/opencl.hpp"
#include "data/mixed/mixed_box.hpp"

namespace milkomeda {

// zero-copy: the driver allocates it where the host sees it too (CL_MEM_ALLOC_HOST_PTR), and mapping hands it
// over. On a CPU nothing moves then; a card moves it over its bus. copied: one copy with each, and commands
// in between.
template <typename Item>
class HostDeviceBuffer {
  public:
    HostDeviceBuffer(const cl::Context& context, MixedMemory memory, std::size_t count)
        : memory_{memory},
          buffer_{context,
                  CL_MEM_READ_WRITE | (memory == MixedMemory::zero_copy ? cl_mem_flags{CL_MEM_ALLOC_HOST_PTR}
                                                                        : cl_mem_flags{0}),
                  count * sizeof(Item)} {
        if (memory == MixedMemory::copied) copy_.resize(count);
        count_ = count;
    }

    const cl::Buffer& buffer() const { return buffer_; }

    // The device's content for the host to read, once `there` has happened, until give_back(); the device may
    // read it meanwhile.
    std::span<const Item> lend(const cl::CommandQueue& queue, cl::Event& there) {
        if (memory_ == MixedMemory::copied) {
            queue.enqueueReadBuffer(buffer_, CL_FALSE, 0, count_ * sizeof(Item), copy_.data(), nullptr,
                                    &there);
            return copy_;
        }
        mapped_ =
            queue.enqueueMapBuffer(buffer_, CL_FALSE, CL_MAP_READ, 0, count_ * sizeof(Item), nullptr, &there);
        return {static_cast<const Item*>(mapped_), count_};
    }
    // `back`: of the command, where there is one.
    void give_back(const cl::CommandQueue& queue, cl::Event& back) {
        if (mapped_) queue.enqueueUnmapMemObject(buffer_, mapped_, nullptr, &back);
        mapped_ = nullptr;
    }

    // Room for the host to write `count` items into, once `there` has happened; the device must not use them
    // until they are handed over.
    void ask_for_room(const cl::CommandQueue& queue, std::size_t count, cl::Event& there) {
        room_ = count;
        if (memory_ == MixedMemory::zero_copy && count > 0)
            mapped_ = queue.enqueueMapBuffer(buffer_, CL_FALSE, CL_MAP_WRITE_INVALIDATE_REGION, 0,
                                             count * sizeof(Item), nullptr, &there);
    }
    std::size_t room() const { return room_; }
    // `items` stay as they are until the queue has come so far.
    void hand_over(const cl::CommandQueue& queue, std::span<const Item> items, cl::Event& done) {
        if (memory_ == MixedMemory::copied) {
            if (!items.empty())
                queue.enqueueWriteBuffer(buffer_, CL_FALSE, 0, items.size_bytes(), items.data(), nullptr,
                                         &done);
            return;
        }
        std::ranges::copy(items, static_cast<Item*>(mapped_));
        give_back(queue, done);
    }

  private:
    MixedMemory memory_;
    cl::Buffer buffer_;
    std::size_t count_ = 0, room_ = 0;
    void* mapped_ = nullptr;
    std::vector<Item> copy_;
};

}  // namespace milkomeda
