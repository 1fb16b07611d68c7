// Covariance matrix adaptation: finds a local maximum of a function in a box without derivatives.
#pragma once

#include <cstdint>

#include "data/search/search_box.hpp"
#include "data/search/state_text.hpp"
#include "data/search/symmetric_eigen.hpp"

namespace milkomeda {

// Maximizes by the evolution strategy CMA-ES (Hansen 2016, arXiv:1604.00772) in coordinates in which the box has the
// width 1. Points outside of the box are drawn again a few times and then moved to its surface. Fixed dimensions do not
// change. ask() returns the points of a generation, and tell() takes their values in the same order. The random numbers
// of a generation depend only on the seed and the number of the generation.
class CmaEs {
  public:
    // `sigma` is the first standard deviation in units of the width of the box. `population` 0 selects
    // 4 + 3 ln(dimensions). Throws std::invalid_argument if the box is invalid, the start has another number of
    // coordinates, sigma is not between 0 and 1, or the population is 1 to 3.
    CmaEs(SearchBox box, const SearchPoint& start, double sigma, std::uint64_t seed, std::size_t population = 0);

    std::vector<SearchPoint> ask();
    // Values that are NaN are worse than all others. Throws std::invalid_argument if their number differs from ask().
    void tell(const std::vector<double>& values);

    SearchPoint mean() const;
    // Largest standard deviation of the distribution along an axis, in units of the width of the box.
    double spread() const;
    // Enlarges the distribution so that spread() is at least `least`.
    void widen(double least);
    std::size_t population() const { return population_; }

    void save(StateWriter& state) const;
    // Replaces the state. Throws std::invalid_argument if the text is invalid.
    void restore(StateReader& state);

  private:
    void set_weights();
    void decompose();
    SearchPoint in_box(const std::vector<double>& unit) const;

    SearchBox box_;
    std::vector<std::size_t> free_;  // dimensions that are not fixed
    SearchPoint start_;
    std::uint64_t seed_, generation_ = 0;
    std::size_t population_;
    double sigma_;
    std::vector<double> mean_, path_sigma_, path_covariance_;  // of the free dimensions
    SquareMatrix covariance_{0};
    SymmetricEigen eigen_{{}, SquareMatrix{0}};
    std::vector<double> weights_;
    double effective_parents_ = 1;
    std::vector<std::vector<double>> asked_;
};

}  // namespace milkomeda
