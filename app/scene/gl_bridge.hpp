// Describes the current OpenGL context to the compute library, as plain values instead of render's handles.
#pragma once

#include "compute/device/device_context.hpp"

namespace milkomeda {

// Owns the small buffer with which compute tests buffer sharing. Without a context, side() is empty.
class GlBridge {
  public:
    GlBridge();
    const GlSide& side() const { return side_; }

  private:
    GlSide side_;
};

}  // namespace milkomeda
