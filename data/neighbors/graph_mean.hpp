// Means over each body and its neighbors. Taken n times, they reach as far as n times as many neighbors
// would.
#pragma once

#include <span>
#include <vector>

#include "data/base/parallel.hpp"
#include "data/neighbors/neighbors.hpp"

namespace milkomeda {

// Numbers, or whatever can be added up and divided. Uses all CPU threads.
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
