// Adaptive differential evolution: finds the largest value of a function in a box without derivatives.
#pragma once

#include <cstdint>
#include <functional>

#include "data/base/random.hpp"
#include "data/search/search_box.hpp"
#include "data/search/state_text.hpp"

namespace milkomeda {

// Maximizes by the mutation "current to p-best" with adaptive scale and crossover rate (Storn & Price 1997, Journal of
// Global Optimization 11, 341; Zhang & Sanderson 2009, IEEE Transactions on Evolutionary Computation 13, 945). ask()
// returns the points of a generation, and tell() takes their values in the same order. The random numbers of a
// generation depend only on the seed and the number of the generation.
class DifferentialEvolution {
  public:
    // The first generation contains the points `first`, moved into the box, and otherwise random points. Throws
    // std::invalid_argument if the box is invalid, a point has another number of coordinates, or `members` is below 4.
    DifferentialEvolution(SearchBox box, std::uint64_t seed, std::size_t members = 64,
                          std::vector<SearchPoint> first = {});

    // Returns the next generation: first 4 `members` points, of which tell() keeps the best, then `members` points.
    std::vector<SearchPoint> ask();
    // Values that are NaN are worse than all others. Throws std::invalid_argument if their number differs from ask().
    void tell(const std::vector<double>& values);

    // Replaces the value of each member by the result of `value_of` for its point and value.
    void revalue(const std::function<double(const SearchPoint&, double)>& value_of);

    // Both are empty before the first tell().
    const std::vector<SearchPoint>& points() const { return points_; }
    const std::vector<double>& values() const { return values_; }
    std::size_t best() const;  // index of the best member
    // Largest distance of two members along any dimension, in units of the width of the box.
    double spread() const;

    void save(StateWriter& state) const;
    // Replaces the state. Throws std::invalid_argument if the text is invalid.
    void restore(StateReader& state);

  private:
    SearchPoint mutated(std::size_t member, const std::vector<std::size_t>& order, Random& random);

    SearchBox box_;
    std::uint64_t seed_, generation_ = 0;
    std::size_t members_;
    double scale_ = 0.5, crossover_ = 0.8;  // means of the distributions from which mutations draw
    std::vector<SearchPoint> first_, points_, asked_;
    std::vector<double> values_, asked_scales_, asked_crossovers_;
};

}  // namespace milkomeda
