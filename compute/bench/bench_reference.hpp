// Reference accelerations of a sample of bodies, summed in double precision, to check the results of a bench.
#pragma once

#include <array>
#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

struct BenchErrors {
    double rms = 0;  // relative error sqrt(sum |da|^2 / sum |a|^2); da is the error of the acceleration a
    double max = 0;  // largest |da| divided by the rms of |a|
};

// Returns the acceleration of the body in row `row`, summed in double precision. Uses every k-th body as a source and
// multiplies the masses of the sources by k.
std::array<double, 3> exact_acceleration(const std::vector<Float4>& bodies, std::size_t row, double softening,
                                         unsigned k = 1);

class BenchReference {
  public:
    // Computes the accelerations of sampled bodies with exact_acceleration().
    BenchReference(const std::vector<Float4>& bodies, double softening, unsigned k);

    // Returns the errors of the bodies with indices below `end`. Throws std::runtime_error, with a message
    // that begins with `what`, if an acceleration is not finite or the errors are too large.
    BenchErrors check(const std::vector<Float4>& found, std::size_t end, const std::string& what) const;

  private:
    std::vector<std::size_t> rows_;
    std::vector<std::array<double, 3>> expected_;
};

}  // namespace milkomeda
