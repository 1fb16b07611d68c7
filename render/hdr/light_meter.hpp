// Light meter: reads reduced pictures back from the GPU without waiting, and measures their brightness.
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

    // Starts reading `picture`, whose values are multiplied by `scale`. Does nothing while an earlier reading
    // is unfinished.
    void ask(const LightTarget& picture, float scale);
    // Returns the reading if it has finished, otherwise an empty optional. If `wait` is true, waits.
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
