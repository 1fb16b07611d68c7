// Mean of a value over each body and its neighbors. Applying the mean n times averages over a region that contains
// about n times as many bodies.
#pragma once

#include <span>
#include <vector>

#include "data/base/parallel.hpp"
#include "data/neighbors/neighbors.hpp"

namespace milkomeda {

// Returns the mean for each body. Value needs addition and division. Uses all CPU threads.
template <typename Value>
std::vector<Value> graph_mean(const std::vector<Value>& values, std::span<const NearestRows> nearest) {
    std::vector<Value> means(values.size());
    parallel_for(values.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            Value sum = values[row];
            for (const std::uint32_t other : nearest[row]) sum += values[other];
            means[row] = sum / static_cast<float>(nearest[row].size() + 1);
        }
    });
    return means;
}

}  // namespace milkomeda
