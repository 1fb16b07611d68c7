// Reference accelerations of a few bodies, summed in double precision, to check the results of a bench.
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
    // Sums over every k-th body as source, multiplied by k.
    BenchReference(const std::vector<Float4>& bodies, double softening, unsigned k);

    // Returns the errors of the rows before `end`. Throws std::runtime_error, with a message that begins with
    // `what`, if a row is not finite or the errors are too large.
    BenchErrors check(const std::vector<Float4>& found, std::size_t end, const std::string& what) const;

  private:
    std::vector<std::size_t> rows_;
    std::vector<std::array<double, 3>> expected_;
};

}  // namespace milkomeda
