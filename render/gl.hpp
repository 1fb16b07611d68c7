// OpenGL objects as values: move-only, labelled, freed where they go out of scope.
#pragma once

#include <glad/gl.h>

#include <string_view>
#include <utility>

namespace milkomeda {

// A GL name and the function that frees it; empty (0) after a move.
template <void (*free_name)(GLuint)>
class GlHandle {
  public:
    GlHandle() = default;
    explicit GlHandle(GLuint name) : name_{name} {}
    GlHandle(GlHandle&& other) noexcept : name_{std::exchange(other.name_, 0)} {}
    GlHandle& operator=(GlHandle&& other) noexcept {
        std::swap(name_, other.name_);
        return *this;
    }
    ~GlHandle() {
        if (name_ != 0) free_name(name_);
    }
    GLuint name() const { return name_; }

  private:
    GLuint name_ = 0;
};

}  // namespace milkomeda
