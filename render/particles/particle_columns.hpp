// The vertex buffers of particles, and how shaders take their rows.
#pragma once

#include <cstddef>
#include <span>

#include "render/gl/gl.hpp"

namespace milkomeda {

constexpr std::size_t row_bytes = 4 * sizeof(float);

// GL names of the vertex buffers, float4 rows: x y z mass, and vx vy vz 0.
struct VertexBuffers {
    unsigned positions = 0;
    unsigned velocities = 0;
    std::size_t bodies = 0;
};

struct ParticleColumns {
    // Columns of float4 as bytes. Throws std::runtime_error where they differ in size.
    ParticleColumns(std::span<const std::byte> first_positions, std::span<const std::byte> first_velocities);

    VertexBuffers names() const { return {positions.name(), velocities.name(), bodies}; }
    void set_attributes(std::span<const std::byte> rows);  // a float4 for each body

    std::size_t bodies, glow_step;
    GlBuffer positions, velocities;
    GlBuffer attributes;  // none before set_attributes()
    GlVertexArray all_rows;
    GlVertexArray glowing_rows;  // each glow_step-th of them
};

}  // namespace milkomeda
