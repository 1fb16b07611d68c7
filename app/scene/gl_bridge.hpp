// Describes the current OpenGL context to compute: converts the handles of render to the plain values of
// compute.
#pragma once

#include "compute/device/device_context.hpp"

namespace milkomeda {

// Owns the probe buffer that the description names. Without a context, the description is empty.
class GlBridge {
  public:
    GlBridge();
    const GlSide& side() const { return side_; }

  private:
    GlSide side_;
};

}  // namespace milkomeda
