// Division of an integer into integer shares.
#pragma once

#include <cstddef>
#include <vector>

namespace milkomeda {

// Divides `total` in proportion to `weights` by the largest-remainder method; every share is at least 1.
// Requires total >= weights.size() and positive weights.
std::vector<std::size_t> apportion(std::size_t total, const std::vector<double>& weights);

}  // namespace milkomeda
