// Vertex buffers of all particles, one row per particle, and their binding to shaders.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "render/gl/gl.hpp"
#include "render/gl/shader_program.hpp"
#include "render/look/color_by.hpp"

namespace milkomeda {

constexpr std::size_t row_bytes = 4 * sizeof(float);

// GL names of the vertex buffers with float4 rows: position and mass; velocity and radius (0 if unknown).
struct VertexBuffers {
    unsigned positions = 0;
    unsigned velocities = 0;
    std::size_t bodies = 0;
};

struct ParticleColumns {
    // Takes columns of float4 values as bytes. Throws std::runtime_error if the two columns differ in size.
    ParticleColumns(std::span<const std::byte> first_positions, std::span<const std::byte> first_velocities);

    VertexBuffers names() const { return {positions.name(), velocities.name(), bodies}; }
    void set_attributes(std::span<const std::byte> rows);  // `rows`: an AttributeRow per body
    // `rows`: eight normalized 16-bit integers per body
    void set_ellipsoids(std::span<const std::byte> rows);
    void set_vertical_ranks(std::span<const float> ranks);  // `ranks`: a float per body

    // Uploads new attributes and ellipsoids for the rows from `first` on; shaders use them after
    // swap_attributes(). set_attributes() and set_ellipsoids() must have been called before.
    void upload_next(std::span<const std::byte> attributes, std::span<const std::byte> ellipsoids, std::size_t first);
    void swap_attributes();  // exchanges present_ and other_

    // Overwrites the rows of `buffer` from the row `first` on in place. Throws std::runtime_error if `rows` extend
    // beyond the last body.
    void overwrite_rows(const GlBuffer& buffer, std::span<const std::byte> rows, std::size_t first,
                        std::size_t bytes_per_row) const;

    // Binds the columns for the active compute shader program (shaders/particles/row.glsl).
    // show_positions_to_compute() binds only positions, velocities and attributes.
    void show_to_compute(const ShaderProgram& program) const;
    void show_positions_to_compute(const ShaderProgram& program) const;

    std::size_t bodies, glow_step;
    GlBuffer positions, velocities;
    GlBuffer vertical_rank;  // empty before set_vertical_ranks()
    GlVertexArray all_rows;
    GlVertexArray glowing_rows;  // vertex array with every glow_step-th row, for the haze behind sprites
    GlVertexArray instances;     // vertex array for draw calls with one row per instance

  private:
    struct Surroundings {
        GlBuffer attributes, ellipsoids;  // empty before the first upload
    };
    // Throws std::runtime_error if `count` is not the number of bodies.
    void require_rows(std::string_view column, std::size_t count) const;

    // other_ holds the previous attributes, or during an upload the next attributes. The layout of the vertex
    // arrays never changes, because drivers recompile shaders for new vertex layouts.
    Surroundings present_, other_;
    // all rows with the attributes that become current at the next swap_attributes()
    GlVertexArray swapped_rows_;
};

}  // namespace milkomeda
