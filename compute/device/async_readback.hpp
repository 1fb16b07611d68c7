// Host memory for asynchronous reads from a device. If the object is destroyed during a read, the memory is not freed
// but orphaned (orphaned_memory.hpp), because even a lost device may write to the memory.
#pragma once

#include <memory>
#include <utility>

#include "compute/device/opencl.hpp"
#include "compute/device/orphaned_memory.hpp"

namespace milkomeda {

template <typename T>
class AsyncReadback {
  public:
    explicit AsyncReadback(T first = {}) : value_{std::make_shared<T>(std::move(first))} {}
    ~AsyncReadback() {
        if (value_ && is_under_way_) orphan(std::move(queue_), std::move(value_));
    }
    AsyncReadback(AsyncReadback&& other) noexcept = default;
    AsyncReadback& operator=(AsyncReadback&& other) noexcept {
        std::swap(value_, other.value_);
        std::swap(queue_, other.queue_);
        std::swap(is_under_way_, other.is_under_way_);
        return *this;
    }

    // Returns the host memory for a read, which the caller must then enqueue on `queue`. The read counts as pending
    // until mark_complete(). The address of the memory stays valid when this object is moved.
    T& start(const cl::CommandQueue& queue) {
        // Assigns through a copy. If the retain call of a direct assignment failed, the wrapper would still
        // store the queue and release the queue once too often.
        if (queue_() != queue()) queue_ = cl::CommandQueue{queue};
        is_under_way_ = true;
        return *value_;
    }
    // Must be called after the device has finished writing into the memory.
    void mark_complete() { is_under_way_ = false; }

    const T& operator*() const { return *value_; }
    const T* operator->() const { return value_.get(); }

  private:
    std::shared_ptr<T> value_;
    cl::CommandQueue queue_;
    bool is_under_way_ = false;
};

}  // namespace milkomeda
