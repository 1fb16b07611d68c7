// Range of numbers that the color map covers. The range follows the numbers of the visible particles.
#pragma once

#include <span>

#include "render/particles/coloring.hpp"

namespace milkomeda {

class ColorScale {
  public:
    // Returns the coloring for the look, with a range that moves smoothly to the 2nd and 98th percentile of
    // `numbers`. `seconds` is the time since the last call. The range jumps if `seconds` is infinite or the
    // quantity has changed. Ignores numbers that are not finite and, on logarithmic scales, numbers up to 0.
    // Coloring::known is false if all numbers are ignored.
    const Coloring& follow(const Look& look, std::span<const float> numbers, double seconds);

    const Coloring& coloring() const { return coloring_; }

  private:
    Coloring coloring_;
};

}  // namespace milkomeda
