// Owner of a file descriptor: closes it at the end of its life.
#pragma once

#include <unistd.h>

#include <utility>

namespace milkomeda {

class Descriptor {
  public:
    Descriptor() = default;
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() {
        if (number_ >= 0) close(number_);
    }
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }

    operator int() const { return number_; }  // negative if it owns no descriptor

  private:
    int number_ = -1;
};

}  // namespace milkomeda
