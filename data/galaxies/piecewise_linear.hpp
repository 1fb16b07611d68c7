// Piecewise linear function, constant beyond its first and last points.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace milkomeda {

class PiecewiseLinear {
  public:
    PiecewiseLinear() = default;
    // `x` must be ascending and as long as `y`.
    PiecewiseLinear(std::vector<double> x, std::vector<double> y) : x_(std::move(x)), y_(std::move(y)) {}

    double operator()(double x) const {
        if (x <= x_.front()) return y_.front();
        if (x >= x_.back()) return y_.back();
        const auto right = static_cast<std::size_t>(std::upper_bound(x_.begin(), x_.end(), x) - x_.begin());
        const double along = (x - x_[right - 1]) / (x_[right] - x_[right - 1]);
        return y_[right - 1] + along * (y_[right] - y_[right - 1]);
    }

    double last_x() const { return x_.back(); }

  private:
    std::vector<double> x_, y_;
};

}  // namespace milkomeda
