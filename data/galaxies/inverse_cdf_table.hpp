// Numbers drawn from a family of distributions that changes with a place: speeds in a potential, rotation at
// a radius.
#pragma once

#include <functional>
#include <vector>

namespace milkomeda {

// One row for each place, with the share that lies below each value. Straight lines between all of them.
class InverseCdfTable {
  public:
    InverseCdfTable() = default;
    // Places and values ascend. density(place, value) is not negative and need not be normalised.
    InverseCdfTable(std::vector<double> places, std::vector<double> values,
                    const std::function<double(std::size_t place, std::size_t value)>& density);

    // The value below which this fraction lies at this place.
    double operator()(double place, double fraction) const;

  private:
    double in_row(std::size_t row, double fraction) const;

    std::vector<double> places_, values_;
    std::vector<double> below_;  // rows of values_.size() shares
};

}  // namespace milkomeda
