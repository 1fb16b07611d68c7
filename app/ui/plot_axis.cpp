#include "app/ui/plot_axis.hpp"

#include <algorithm>
#include <cmath>

namespace milkomeda {
namespace {

// Smallest length of a range relative to its largest absolute value. In a shorter range, all tick labels (with six
// digits) would be equal.
constexpr double least_relative_length = 1e-4;

// Largest absolute value on an axis, and on logarithmic axes also the inverse of the smallest value, so that
// lengths and ratios stay finite.
constexpr double farthest = 1e100;

bool is_near(double value, bool logarithmic) {
    return logarithmic ? value >= 1 / farthest && value <= farthest : std::abs(value) <= farthest;
}

Range long_enough(Range range, bool logarithmic) {
    if (logarithmic) {
        const double least_factor = 1 + least_relative_length, factor = range.most / range.least;
        if (factor >= least_factor) return range;
        const double middle = std::sqrt(range.least * range.most);
        return {middle / std::sqrt(least_factor), middle * std::sqrt(least_factor)};
    }
    const double size = std::max(std::abs(range.least), std::abs(range.most));
    const double least_length = size > 0 ? least_relative_length * size : 1e-30;
    if (range.most - range.least >= least_length) return range;
    const double middle = (range.least + range.most) / 2;
    return {middle - least_length / 2, middle + least_length / 2};
}

}  // namespace

void PlotExtent::include(double value, bool logarithmic) {
    if (!is_near(value, logarithmic)) return;
    least = std::min(least, value);
    most = std::max(most, value);
}

Range fitted_range(const PlotAxis& axis, const PlotExtent& extent, double margin) {
    if (axis.range) return *axis.range;
    Range range{extent.least, extent.most};
    if (extent.is_empty()) range = axis.logarithmic ? Range{0.1, 1} : Range{0, 1};
    if (axis.logarithmic) {
        const double factor = std::pow(range.most / range.least, margin);
        const double edge = range.least == range.most ? 2 : std::max(factor, 1.1);
        return {range.least / edge, range.most * edge};
    }
    if (axis.from_zero) range.least = std::min(range.least, 0.0), range.most = std::max(range.most, 0.0);
    if (range.least == range.most) {
        const double half = range.most != 0 ? 0.1 * std::abs(range.most) : 1;
        return {axis.from_zero ? 0 : range.least - half, range.most + half};
    }
    const double edge = margin * (range.most - range.least);
    return long_enough({axis.from_zero && range.least == 0 ? 0 : range.least - edge, range.most + edge}, false);
}

double PlotScale::share(double value) const {
    return logarithmic_ ? std::log(value / range_.least) / std::log(range_.most / range_.least)
                        : (value - range_.least) / (range_.most - range_.least);
}

double PlotScale::value_of(double share) const {
    return logarithmic_ ? range_.least * std::pow(range_.most / range_.least, share)
                        : range_.least + share * (range_.most - range_.least);
}

// Returns the pixel of a value. A value far outside the plot gets a pixel at most 20 axis lengths away, which can be
// drawn.
float PlotScale::pixel(double value) const {
    constexpr double far = 20;
    const double at = logarithmic_ && value <= 0 ? -far : std::clamp(share(value), -far, far);
    return from_ + static_cast<float>(at) * (to_ - from_);
}

double PlotScale::value(float pixel) const { return value_of((pixel - from_) / (to_ - from_)); }

std::vector<Tick> PlotScale::ticks(double wanted) const {
    return milkomeda::ticks(range_.least, range_.most, logarithmic_, wanted);
}

// Returns the range between two relative positions on the axis, or the present range if the result would be too short
// or too far from 0.
Range PlotScale::part(double from, double to) const {
    const Range part{value_of(from), value_of(to)};
    const bool can_be_shown = is_near(part.least, logarithmic_) && is_near(part.most, logarithmic_);
    return can_be_shown ? long_enough(part, logarithmic_) : range_;
}

Range PlotScale::moved(float pixels) const {
    const double by = pixels / (to_ - from_);
    return part(-by, 1 - by);
}

Range PlotScale::zoomed(float pixel, double factor) const {
    const double at = (pixel - from_) / (to_ - from_);
    return part(at - at * factor, at + (1 - at) * factor);
}

Range PlotScale::between(float a, float b) const {
    const double one = (a - from_) / (to_ - from_), other = (b - from_) / (to_ - from_);
    return part(std::min(one, other), std::max(one, other));
}

}  // namespace milkomeda
