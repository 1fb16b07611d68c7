// Tells compute about the current GL context: turns render's handles into compute's plain values.
#pragma once

#include "compute/device/device_context.hpp"

namespace milkomeda {

// Without a context, none. Keeps the probe buffer alive.
class GlBridge {
  public:
    GlBridge();
    const GlSide& side() const { return side_; }

  private:
    GlSide side_;
};

}  // namespace milkomeda
