// Whole shares of a whole number.
#pragma once

#include <cstddef>
#include <vector>

namespace milkomeda {

// Divides `total` in proportion to the weights by largest remainders, at least one to each.
// Needs total >= weights.size() and positive weights.
std::vector<std::size_t> apportion(std::size_t total, const std::vector<double>& weights);

}  // namespace milkomeda
