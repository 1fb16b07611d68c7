// Sampling from a family of distributions that depends on a parameter (the place): speeds by potential,
// rotation by radius.
#pragma once

#include <functional>
#include <vector>

namespace milkomeda {

// One row per place with the cumulative distribution over the values. Interpolates linearly in both
// directions.
class InverseCdfTable {
  public:
    InverseCdfTable() = default;
    // Places and values ascend. density(place, value) must not be negative and need not be normalized.
    InverseCdfTable(std::vector<double> places, std::vector<double> values,
                    const std::function<double(std::size_t place, std::size_t value)>& density);

    // Value below which this fraction lies at this place.
    double operator()(double place, double fraction) const;

  private:
    double in_row(std::size_t row, double fraction) const;

    std::vector<double> places_, values_;
    std::vector<double> below_;  // cumulative shares: one row of values_.size() numbers per place
};

}  // namespace milkomeda
