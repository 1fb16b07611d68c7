// The vertex buffers of all particles and their binding to shaders.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "render/gl/gl.hpp"
#include "render/gl/shader_program.hpp"

namespace milkomeda {

constexpr std::size_t row_bytes = 4 * sizeof(float);

// GL names of the vertex buffers with float4 rows: position and mass; velocity and radius (0 if unknown).
struct VertexBuffers {
    unsigned positions = 0;
    unsigned velocities = 0;
    std::size_t bodies = 0;
};

struct ParticleColumns {
    // Takes columns of float4 as bytes. Throws std::runtime_error if their sizes differ.
    ParticleColumns(std::span<const std::byte> first_positions, std::span<const std::byte> first_velocities);

    VertexBuffers names() const { return {positions.name(), velocities.name(), bodies}; }
    void set_attributes(std::span<const std::byte> rows);   // a float4 per body
    void set_ellipsoids(std::span<const std::byte> rows);   // eight normalized shorts per body
    void set_vertical_ranks(std::span<const float> ranks);  // a rank per body

    // Uploads the next attributes and ellipsoids of rows from `first` on; shaders use them after
    // swap_attributes(). set_attributes() and set_ellipsoids() must have been called before.
    void upload_next(std::span<const std::byte> attributes, std::span<const std::byte> ellipsoids,
                     std::size_t first);
    void swap_attributes();  // swaps the current and the other attributes

    // Binds the columns for a compute shader (shaders/particles/row.glsl) whose program is in use.
    // show_places_to_compute() binds only positions, velocities and attributes.
    void show_to_compute(const ShaderProgram& program) const;
    void show_places_to_compute(const ShaderProgram& program) const;

    std::size_t bodies, glow_step;
    GlBuffer positions, velocities;
    GlBuffer vertical_rank;  // empty before set_vertical_ranks()
    GlVertexArray all_rows;
    GlVertexArray glowing_rows;  // each glow_step-th row
    GlVertexArray instances;     // vertex array for draws with a row per instance

  private:
    struct Surroundings {
        GlBuffer attributes, ellipsoids;  // empty before they are set
    };
    // Returns true if the buffer is new.
    bool fill(GlBuffer& buffer, std::string_view name, std::span<const std::byte> rows) const;

    // other_ holds the previous attributes, or the next attributes during an upload. The vertex arrays never
    // change, because drivers recompile shaders for new vertex layouts.
    Surroundings present_, other_;
    GlVertexArray swapped_rows_;  // all rows as after the next swap_attributes()
};

}  // namespace milkomeda
