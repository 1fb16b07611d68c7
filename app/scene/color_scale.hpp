// Range of the numbers that the color map covers. Its limits follow the visible particles.
#pragma once

#include <span>

#include "render/particles/coloring.hpp"

namespace milkomeda {

class ColorScale {
  public:
    // Returns the coloring for the look. Its limits move smoothly, over `seconds` of animation, to the 2nd
    // and 98th percentile of `numbers`. They move at once if `seconds` is infinite or the quantity has
    // changed. Numbers that are not finite are ignored, on logarithmic scales also numbers up to 0. If no
    // number is left, the quantity is unknown.
    const Coloring& follow(const Look& look, std::span<const float> numbers, double seconds);

    const Coloring& coloring() const { return coloring_; }

  private:
    Coloring coloring_;
};

}  // namespace milkomeda
