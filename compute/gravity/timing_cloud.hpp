// Sets of bodies for timing solvers.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "compute/device/program.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

// Returns bodies at arbitrary positions, for timing the direct sum, whose speed does not depend on positions. All
// masses are equal, as in most components of a scene.
inline std::vector<Float4> timing_cloud(std::size_t bodies) {
    std::vector<Float4> cloud;
    cloud.reserve(bodies);
    const float mass = 1.0f / static_cast<float>(bodies);
    for (std::size_t i = 0; i < bodies; ++i)
        cloud.push_back({static_cast<float>(i % 61), static_cast<float>(i % 67), static_cast<float>(i % 71), mass});
    return cloud;
}

// Returns bodies that are centrally concentrated as in a galaxy, because density affects the speed of the
// multipole method. The bodies form a Plummer sphere of scale length 1 (1911, MNRAS 71, 460), cut off at 20
// scale lengths. Their directions follow a spiral over the unit sphere.
inline std::vector<Float4> timing_sphere(std::size_t bodies) {
    constexpr double widest = 20, golden_angle = std::numbers::pi * (3 - 2.2360679774997896);
    const double mass_within = std::pow(1 + 1 / (widest * widest), -1.5);
    std::vector<Float4> sphere;
    sphere.reserve(bodies);
    const auto n = static_cast<double>(bodies);
    for (std::size_t i = 0; i < bodies; ++i) {
        const auto row = static_cast<double>(i);
        // Body i is at the radius that encloses the fraction (i sqrt(2) modulo 1) of the mass within the cutoff.
        // Directions use the golden ratio; radii that also used this ratio would be correlated with the directions.
        const double share = std::fmod(row * std::numbers::sqrt2, 1.0) * mass_within;
        const double r = 1 / std::sqrt(std::max(std::pow(share + 1e-9, -2.0 / 3) - 1, 1e-12));
        const double z = 1 - (2 * row + 1) / n, around = golden_angle * row, rim = r * std::sqrt(1 - z * z);
        sphere.push_back({static_cast<float>(rim * std::cos(around)), static_cast<float>(rim * std::sin(around)),
                          static_cast<float>(r * z), static_cast<float>(1 / n)});
    }
    return sphere;
}

// Returns a buffer of massless bodies at the origin, for the first run of a kernel, which compiles the kernel.
inline cl::Buffer dummy_bodies(const KernelContext& context, std::size_t bodies) {
    auto positions = context.buffer<cl_float4>(bodies);
    context.queue.enqueueFillBuffer(positions, cl_float{0}, 0, bodies * sizeof(cl_float4));
    return positions;
}

// Returns a buffer with the bodies of timing_sphere().
inline cl::Buffer timing_sphere_in(const cl::Context& context, std::size_t bodies) {
    std::vector<Float4> sphere = timing_sphere(bodies);
    return {context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bodies * sizeof(Float4), sphere.data()};
}

}  // namespace milkomeda
