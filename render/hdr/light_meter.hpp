// Reads small pictures of light back without making anybody wait.
#pragma once

#include <memory>
#include <optional>
#include <type_traits>

#include "render/gl/light_target.hpp"
#include "render/hdr/exposure.hpp"

namespace milkomeda {

class LightMeter {
  public:
    LightMeter();

    // Asks for a reading of the picture, whose values are to be multiplied by `scale`, unless one is under
    // way.
    void ask(const LightTarget& picture, float scale);
    // The reading that was asked for, once it is there; waits for it if told to.
    std::optional<Metering> take(bool wait);

  private:
    struct FreeSync {
        void operator()(GLsync sync) const { glDeleteSync(sync); }
    };

    GlBuffer pixels_;
    std::unique_ptr<std::remove_pointer_t<GLsync>, FreeSync> done_;
    std::size_t cells_ = 0;
    float scale_ = 1;
};

}  // namespace milkomeda
