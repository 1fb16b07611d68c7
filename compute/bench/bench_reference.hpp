// A bench checks results against this: a few bodies' accelerations, summed in double precision.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

struct BenchErrors {
    double rms = 0;  // sqrt(sum |da|^2 / sum |a|^2)
    double max = 0;  // max |da| / rms |a|
};

class BenchReference {
  public:
    // Sums with one k-th of the bodies as sources, rescaled by k.
    BenchReference(const std::vector<Float4>& bodies, double softening, unsigned k);

    // The errors of the bodies before `end`, whatever is behind. Throws std::runtime_error that begins with
    // `what` where one of them is not finite, or all together are wrong.
    BenchErrors check(const std::vector<Float4>& found, std::size_t end, const std::string& what) const;

  private:
    std::vector<std::size_t> rows_;
    std::vector<std::array<double, 3>> expected_;
};

}  // namespace milkomeda
