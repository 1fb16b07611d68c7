// Simple reference implementations of the kernels in double precision, which add one pair at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda::test {

using Vec3d = std::array<double, 3>;

// Returns bodies at random positions in a ball of radius 10. The masses are between 0.5 and 1.5, divided by the number
// of bodies.
inline ParticleSet scattered_bodies(std::size_t count, std::uint32_t seed = 1) {
    std::uint32_t state = seed;
    // This linear congruential generator is from Numerical Recipes. Its quality suffices for random positions.
    const auto next = [&state] {
        state = state * 1664525u + 1013904223u;
        return static_cast<double>(state >> 8) / (1u << 24);
    };
    ParticleSet particles;
    while (particles.size() < count) {
        const Vec3d p{20 * next() - 10, 20 * next() - 10, 20 * next() - 10};
        if (p[0] * p[0] + p[1] * p[1] + p[2] * p[2] > 100) continue;
        particles.positions.push_back({static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2]),
                                       static_cast<float>((0.5 + next()) / static_cast<double>(count))});
        particles.velocities.push_back({static_cast<float>(0.2 * next() - 0.1), static_cast<float>(0.2 * next() - 0.1),
                                        static_cast<float>(0.2 * next() - 0.1), 0});
        particles.ids.push_back(static_cast<std::uint32_t>(particles.ids.size()));
    }
    double mass = 0;
    for (const Float4& body : particles.positions) mass += body.w;
    particles.components = {{"all", "", 0, count, mass}};
    return particles;
}

struct Field {
    Vec3d acceleration{};
    double potential = 0;  // The potential excludes the contribution of the body itself.
};

// Returns the Plummer-softened field at the first `rows` bodies, multiplied by `weight`. The sources are the bodies i
// with i mod k = phase.
inline std::vector<Field> direct_field(const std::vector<Float4>& bodies, double softening, unsigned k = 1,
                                       unsigned phase = 0, double weight = 1,
                                       std::size_t rows = std::numeric_limits<std::size_t>::max()) {
    std::vector<Field> field(std::min(rows, bodies.size()));
    for (std::size_t i = 0; i < field.size(); ++i)
        for (std::size_t j = phase; j < bodies.size(); j += k) {
            if (i == j) continue;
            const Vec3d d{double{bodies[j].x} - bodies[i].x, double{bodies[j].y} - bodies[i].y,
                          double{bodies[j].z} - bodies[i].z};
            const double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + softening * softening;
            // Two coincident bodies without softening exert no force, because the force has no direction.
            if (r2 == 0) continue;
            const double pull = weight * bodies[j].w / (r2 * std::sqrt(r2));
            for (int axis = 0; axis < 3; ++axis) field[i].acceleration[axis] += pull * d[axis];
            field[i].potential -= weight * bodies[j].w / std::sqrt(r2);
        }
    return field;
}

// Returns the relative rms error sqrt(sum |da|^2 / sum |a|^2), or NaN if any acceleration is NaN.
inline double rms_error(const std::vector<Float4>& found, const std::vector<Field>& expected) {
    double difference = 0, size = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const Vec3d a{found[i].x, found[i].y, found[i].z};
        for (int axis = 0; axis < 3; ++axis) {
            difference += std::pow(a[axis] - expected[i].acceleration[axis], 2);
            size += std::pow(expected[i].acceleration[axis], 2);
        }
    }
    return std::sqrt(difference / size);
}

inline bool same_bits(const std::vector<Float4>& a, const std::vector<Float4>& b) {
    return std::ranges::equal(
        a, b, [](const Float4& p, const Float4& q) { return p.x == q.x && p.y == q.y && p.z == q.z && p.w == q.w; });
}

}  // namespace milkomeda::test
