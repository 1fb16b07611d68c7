// Which numbers have which colours: limits that follow what is shown.
#pragma once

#include <span>

#include "render/particles/coloring.hpp"

namespace milkomeda {

class ColorScale {
  public:
    // The colouring that the look wants, with limits at the 2nd and 98th percentile of the numbers, which are
    // only those of the last call after some time: `seconds` of animation later they have moved most of the
    // way. Infinity, and another quantity: all of it. Numbers that are not finite, and on logarithmic scales
    // those up to 0, do not count; where none is left, the quantity is unknown.
    const Coloring& follow(const Look& look, std::span<const float> numbers, double seconds);

    const Coloring& coloring() const { return coloring_; }

  private:
    Coloring coloring_;
};

// Colour by speed is linear, by other numbers logarithmic.
constexpr bool is_logarithmic(ColorBy by) {
    return is_number(by) && by != ColorBy::speed;
}

}  // namespace milkomeda
