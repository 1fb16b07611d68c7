// Light meter: reads reduced pictures back from the GPU without waiting, and measures their brightness.
#pragma once

#include <optional>

#include "render/gl/light_target.hpp"
#include "render/hdr/exposure.hpp"

namespace milkomeda {

class LightMeter {
  public:
    // Starts reading `picture`; see measure() for `scale` and `colors`. Does nothing while an earlier reading is
    // unfinished.
    void ask(const LightTarget& picture, float scale, MapColors colors);
    // Returns the reading if it has finished, otherwise an empty optional. If `waits` is true, waits for the reading.
    std::optional<Metering> take(bool waits);

  private:
    GlBuffer pixels_ = new_buffer();
    GlFence copied_;  // completion of the copy to pixels_
    std::size_t cells_ = 0;
    float scale_ = 1;
    MapColors colors_ = MapColors::surface_density;
};

}  // namespace milkomeda
