#include "data/neighbors/gas_compression.hpp"

#include <algorithm>
#include <limits>

#include "data/particles/young_stars.hpp"

namespace milkomeda {

double gas_smoothing_length(const Float4& velocity, const SmoothingKernel& kernel) {
    // Without a known length, the length that contains 64 instead of 16 neighbors.
    return velocity.w > 0 ? double{velocity.w} : 1.587 * kernel.unwidened();
}

std::vector<float> compression_speeds(std::span<const Float4> velocities, std::span<const Component> components,
                                      std::span<const SmoothingKernel> kernels, std::span<const float> compression) {
    std::vector<float> speeds(velocities.size(), std::numeric_limits<float>::quiet_NaN());
    for (const Component& component : components)
        for (std::size_t row = component.first; is_gas(component) && row < component.first + component.count; ++row)
            if (!is_young_star(velocities[row]))
                speeds[row] = static_cast<float>(std::max(compression[row], 0.0f) *
                                                 gas_smoothing_length(velocities[row], kernels[row]));
    return speeds;
}

}  // namespace milkomeda
