// Range of the color map: the smallest and largest number that it covers. It follows the visible particles.
#pragma once

#include <span>

#include "render/particles/coloring.hpp"

namespace milkomeda {

class ColorScale {
  public:
    // Returns the coloring for the look. Its range moves smoothly, over `seconds` of animation, to the 2nd
    // and 98th percentile of `numbers`. The range jumps if `seconds` is infinite or the quantity has changed.
    // Ignores numbers that are not finite and, on logarithmic scales, numbers up to 0. If no number is left,
    // Coloring::known is false.
    const Coloring& follow(const Look& look, std::span<const float> numbers, double seconds);

    const Coloring& coloring() const { return coloring_; }

  private:
    Coloring coloring_;
};

}  // namespace milkomeda
