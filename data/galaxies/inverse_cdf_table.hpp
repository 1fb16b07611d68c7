// Sampling from a family of one-dimensional distributions that depends on a parameter, which is called the place.
// Examples are distributions of speeds by potential, and of guiding radii by radius.
#pragma once

#include <functional>
#include <vector>

namespace milkomeda {

// Table with one row per place, which holds the cumulative distribution over the values. Interpolates
// linearly between places and between values.
class InverseCdfTable {
  public:
    InverseCdfTable() = default;
    // `places` and `values` must be ascending. `density` receives an index into `places` and an index into `values`.
    // Its results must not be negative, and need not be normalized.
    InverseCdfTable(std::vector<double> places, std::vector<double> values,
                    const std::function<double(std::size_t place, std::size_t value)>& density);

    // Returns the value below which the fraction `fraction` of the distribution at `place` lies.
    double operator()(double place, double fraction) const;

  private:
    double in_row(std::size_t row, double fraction) const;

    std::vector<double> places_, values_;
    std::vector<double> below_;  // cumulative shares: one row of values_.size() numbers per place
};

}  // namespace milkomeda
