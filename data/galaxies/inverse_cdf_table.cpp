#include "data/galaxies/inverse_cdf_table.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace milkomeda {

InverseCdfTable::InverseCdfTable(std::vector<double> places, std::vector<double> values,
                                 const std::function<double(std::size_t, std::size_t)>& density)
    : places_(std::move(places)), values_(std::move(values)) {
    below_.reserve(places_.size() * values_.size());
    for (std::size_t row = 0; row < places_.size(); ++row) {
        const std::size_t first = below_.size();
        double before = density(row, 0);
        below_.push_back(0);
        for (std::size_t i = 1; i < values_.size(); ++i) {
            const double here = density(row, i);
            below_.push_back(below_.back() + (before + here) / 2 * (values_[i] - values_[i - 1]));
            before = here;
        }
        const double all = below_.back();
        for (std::size_t i = first; i < below_.size(); ++i) below_[i] = all > 0 ? below_[i] / all : 1;
    }
}

double InverseCdfTable::in_row(std::size_t row, double fraction) const {
    const auto begin = below_.begin() + static_cast<std::ptrdiff_t>(row * values_.size());
    const auto end = begin + static_cast<std::ptrdiff_t>(values_.size());
    const auto right = std::upper_bound(begin, end, fraction);
    if (right == begin) return values_.front();
    if (right == end) return values_.back();
    const auto i = static_cast<std::size_t>(right - begin);
    const double along = (fraction - *(right - 1)) / (*right - *(right - 1));
    return values_[i - 1] + along * (values_[i] - values_[i - 1]);
}

double InverseCdfTable::operator()(double place, double fraction) const {
    if (place <= places_.front()) return in_row(0, fraction);
    if (place >= places_.back()) return in_row(places_.size() - 1, fraction);
    const auto right =
        static_cast<std::size_t>(std::upper_bound(places_.begin(), places_.end(), place) - places_.begin());
    const double along = (place - places_[right - 1]) / (places_[right] - places_[right - 1]);
    const double a = in_row(right - 1, fraction);
    return a + along * (in_row(right, fraction) - a);
}

}  // namespace milkomeda
