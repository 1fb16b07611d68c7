// These functions create particles with random floats of every magnitude.
#pragma once

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "data/base/random.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

// Returns a random finite float. All finite floats have equal probability.
inline float any_float(Random& random) {
    for (;;) {
        const float value = std::bit_cast<float>(static_cast<std::uint32_t>(random.next() >> 32));
        if (std::isfinite(value)) return value;
    }
}

// Returns one component of `count` particles whose positions, velocities and masses are random floats. The ids are 0 to
// count - 1.
inline ParticleSet any_particles(std::size_t count) {
    Random random(1);
    ParticleSet particles;
    for (std::uint32_t id = 0; id < count; ++id) {
        particles.positions.push_back(
            {any_float(random), any_float(random), any_float(random), std::abs(any_float(random))});
        particles.velocities.push_back({any_float(random), any_float(random), any_float(random), 0});
        particles.ids.push_back(id);
    }
    using Limits = std::numeric_limits<float>;
    particles.positions[0] = {Limits::max(), Limits::lowest(), Limits::denorm_min(), Limits::min()};
    particles.velocities[0] = {-0.0f, 0.0f, -Limits::denorm_min(), 0};
    particles.components = {{"all", "", 0, count, total_mass(particles)}};
    return particles;
}

inline bool same_bits(const std::vector<Float4>& a, const std::vector<Float4>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Float4)) == 0;
}

}  // namespace milkomeda
