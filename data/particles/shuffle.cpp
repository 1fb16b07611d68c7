#include "data/particles/shuffle.hpp"

#include <utility>

#include "data/base/random.hpp"

namespace milkomeda {

void shuffle_components(ParticleSet& particles, std::uint64_t seed) {
    for (std::size_t stream = 0; stream < particles.components.size(); ++stream) {
        const Component& component = particles.components[stream];
        Random random(seed, stream);
        // Fisher-Yates shuffle: all orders are equally likely.
        for (std::size_t left = component.count; left > 1; --left) {
            const std::size_t a = component.first + left - 1;
            const std::size_t b = component.first + random.below(static_cast<std::uint32_t>(left));
            std::swap(particles.positions[a], particles.positions[b]);
            std::swap(particles.velocities[a], particles.velocities[b]);
            std::swap(particles.ids[a], particles.ids[b]);
        }
    }
}

}  // namespace milkomeda
