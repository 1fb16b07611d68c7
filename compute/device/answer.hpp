// Host memory that a device writes into while nobody waits. A device that is lost may still do so: then the
// memory is given up instead of freed, and others never get it.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace milkomeda {

// Kept for ever: also while the program ends a device may be at work. Any thread may have asked it.
template <typename T>
void give_up(T memory) {
    static std::mutex mutex;
    static auto& all = *new std::vector<T>;
    const std::lock_guard lock{mutex};
    all.push_back(std::move(memory));
}

template <typename T>
class Answer {
  public:
    explicit Answer(T first = {}) : value_{std::make_shared<T>(std::move(first))} {}
    ~Answer() {
        if (value_ && is_under_way_) give_up(std::move(value_));
    }
    Answer(Answer&& other) noexcept = default;
    Answer& operator=(Answer&& other) noexcept {
        std::swap(value_, other.value_);
        std::swap(is_under_way_, other.is_under_way_);
        return *this;
    }

    // To be written to from now on, by what is enqueued next; it keeps its place when this object moves.
    T& asked() {
        is_under_way_ = true;
        return *value_;
    }
    // The device has written.
    void arrived() { is_under_way_ = false; }

    const T& operator*() const { return *value_; }
    const T* operator->() const { return value_.get(); }

  private:
    std::shared_ptr<T> value_;
    bool is_under_way_ = false;
};

}  // namespace milkomeda
