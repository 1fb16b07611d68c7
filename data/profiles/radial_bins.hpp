// Rings of equal width around the spin axis of a galaxy.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>

namespace milkomeda {

// Divides the distances from 0 to `radius` into `count` bins. A distance on the edge of two bins belongs to the outer
// bin. `count` and `radius` must be positive.
struct RadialBins {
    std::size_t count;
    double radius;

    double inner(std::size_t bin) const { return radius * static_cast<double>(bin) / static_cast<double>(count); }
    double middle(std::size_t bin) const { return (inner(bin) + outer(bin)) / 2; }
    double outer(std::size_t bin) const { return inner(bin + 1); }
    // Returns the bin that contains `distance`, or an empty optional if the distance is `radius` or more.
    std::optional<std::size_t> bin_of(double distance) const {
        if (!(distance < radius)) return std::nullopt;
        return std::min(static_cast<std::size_t>(distance / radius * static_cast<double>(count)), count - 1);
    }
};

}  // namespace milkomeda
