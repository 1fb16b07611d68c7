// Host memory that a device writes into while nobody waits. A device that is lost may still do so: then
// others never get it.
#pragma once

#include <memory>
#include <utility>

#include "compute/device/orphaned_memory.hpp"
#include "compute/device/opencl.hpp"

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

    // To be written to from now on, by what `queue` is given next; it keeps its place when this object moves.
    T& start(const cl::CommandQueue& queue) {
        // By way of a copy: an assignment that fails to retain a queue keeps it and releases it all the same.
        if (queue_() != queue()) queue_ = cl::CommandQueue{queue};
        is_under_way_ = true;
        return *value_;
    }
    // The device has written.
    void mark_complete() { is_under_way_ = false; }

    const T& operator*() const { return *value_; }
    const T* operator->() const { return value_.get(); }

  private:
    std::shared_ptr<T> value_;
    cl::CommandQueue queue_;
    bool is_under_way_ = false;
};

}  // namespace milkomeda
