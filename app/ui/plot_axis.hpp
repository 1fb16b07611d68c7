// One axis of a plot, which converts values to pixels and pixels to values.
#pragma once

#include <limits>
#include <vector>

#include "app/ui/plot.hpp"
#include "app/ui/ticks.hpp"

namespace milkomeda {

// Smallest and largest value of the data.
struct PlotExtent {
    double least = std::numeric_limits<double>::infinity(), most = -least;

    // Extends the range to `value`. Ignores values whose absolute value exceeds 1e100 and, on logarithmic axes, values
    // below 1e-100.
    void include(double value, bool logarithmic);
    bool is_empty() const { return least > most; }
};

// Returns the range of an axis: `axis.range` if given, otherwise a range that contains `extent`. `margin`: margin at
// each end as a share of the length of `extent`.
Range fitted_range(const PlotAxis& axis, const PlotExtent& extent, double margin);

class PlotScale {
  public:
    PlotScale(const Range& range, bool logarithmic, float from, float to)
        : range_{range}, logarithmic_{logarithmic}, from_{from}, to_{to} {}

    float pixel(double value) const;
    double value(float pixel) const;
    const Range& range() const { return range_; }
    bool shows(double value) const { return range_.contains(value); }
    std::vector<Tick> ticks(double wanted) const;

    Range moved(float pixels) const;                 // range after a drag of the plot by `pixels` along the axis
    Range zoomed(float pixel, double factor) const;  // range scaled by `factor` around the value at `pixel`
    Range between(float a, float b) const;           // range of values between two pixels of the axis

  private:
    double share(double value) const;  // position of `value` on the axis: 0 at the start, 1 at the end
    double value_of(double share) const;
    Range part(double from, double to) const;

    Range range_;
    bool logarithmic_;
    float from_, to_;
};

}  // namespace milkomeda
