// The range of numbers that the colours stand for: its limits follow what is shown.
#pragma once

#include <span>

#include "render/particles/coloring.hpp"

namespace milkomeda {

class ColorScale {
  public:
    // The colouring for the look. Its limits follow the 2nd and 98th percentile of the numbers smoothly over
    // `seconds` of animation; for infinity, and for another quantity, they are there at once. Numbers that
    // are not finite, and on logarithmic scales those up to 0, do not count; where none is left, the quantity
    // is unknown.
    const Coloring& follow(const Look& look, std::span<const float> numbers, double seconds);

    const Coloring& coloring() const { return coloring_; }

  private:
    Coloring coloring_;
};

}  // namespace milkomeda
