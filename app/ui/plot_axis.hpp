// One axis of a plot: converts values to pixels and back.
#pragma once

#include <limits>
#include <vector>

#include "app/ui/plot.hpp"
#include "app/ui/ticks.hpp"

namespace milkomeda {

// Range of values.
struct PlotExtent {
    double least = std::numeric_limits<double>::infinity(), most = -least;

    // Extends the range to the value. Ignores values above 1e100 and, on logarithmic axes, below 1e-100.
    void include(double value, bool logarithmic);
    bool is_empty() const { return least > most; }
};

// Range of an axis that shows these values, with a margin of `air` times its length at both ends.
Range fitted_range(const PlotAxis& axis, const PlotExtent& extent, double air);

class PlotScale {
  public:
    PlotScale(const Range& range, bool logarithmic, float from, float to)
        : range_{range}, logarithmic_{logarithmic}, from_{from}, to_{to} {}

    float pixel(double value) const;
    double value(float pixel) const;
    const Range& range() const { return range_; }
    bool shows(double value) const { return range_.contains(value); }
    std::vector<Tick> ticks(double wanted) const;

    Range moved(float pixels) const;                 // the range after moving the contents by `pixels`
    Range zoomed(float pixel, double factor) const;  // the range after zooming around `pixel`
    Range between(float a, float b) const;           // the range between two pixels

  private:
    double share(double value) const;  // 0 at the beginning, 1 at the end
    double value_of(double share) const;
    Range part(double from, double to) const;

    Range range_;
    bool logarithmic_;
    float from_, to_;
};

}  // namespace milkomeda
