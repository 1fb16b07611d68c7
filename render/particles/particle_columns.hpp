// Vertex buffers of all particles, one row per particle, and their binding to shaders.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "render/dust/dusty_rows.hpp"
#include "render/gl/gl.hpp"
#include "render/gl/shader_program.hpp"
#include "render/look/color_by.hpp"

namespace milkomeda {

constexpr std::size_t row_bytes = 4 * sizeof(float);

// OpenGL names of the vertex buffers of float4 rows: position and mass, and velocity and radius (0: unknown radius).
struct VertexBuffers {
    unsigned positions = 0;
    unsigned velocities = 0;
    std::size_t bodies = 0;
};

struct ParticleColumns {
    // Takes columns of float4 values as bytes. Throws std::runtime_error if the two columns differ in size.
    ParticleColumns(std::span<const std::byte> first_positions, std::span<const std::byte> first_velocities);

    VertexBuffers buffers() const { return {positions.name(), velocities.name(), bodies}; }

    // All functions throw std::runtime_error if a column does not fit the number of bodies. upload() replaces positions
    // and velocities without waiting for the GPU.
    void upload(std::span<const std::byte> new_positions, std::span<const std::byte> new_velocities);
    // Overwrites in place the positions of the rows that begin at `first`. If OpenCL shares the buffer, OpenCL must not
    // be using the buffer during the call.
    void move_rows(std::span<const std::byte> rows, std::size_t first) {
        overwrite_rows(positions, rows, first, row_bytes);
    }
    // Sets an AttributeRow per body. Without attributes all bodies are drawn alike.
    void set_attributes(std::span<const std::byte> rows);
    // Sets an Ellipsoid (eight 16-bit integers) per body: the star formation rate, and the second moments of the
    // surrounding mass, scaled to trace 32767 (all 0 if unknown). Without ellipsoids all splats are round.
    void set_ellipsoids(std::span<const std::byte> rows);
    // Sets the rank of each body by its initial vertical motion in its disk: 0 for the smallest, 1 for the largest,
    // negative for bodies outside disks. Without ranks disks have no dust.
    void set_vertical_ranks(std::span<const float> ranks);
    // Uploads new attributes and ellipsoids for the rows from `first` on. After all rows have been uploaded,
    // swap_attributes() makes the new values current. ParticleFrame::blend then fades from the previous values to the
    // current values. set_attributes() and set_ellipsoids() must have been called before.
    void upload_next(std::span<const std::byte> attributes, std::span<const std::byte> ellipsoids, std::size_t first);
    void swap_attributes();

    // Binds the columns for the active compute shader program (shaders/particles/row.glsl).
    void show_to_compute(const ShaderProgram& program) const;

    std::size_t bodies, glow_step;
    GlBuffer positions, velocities;
    GlBuffer vertical_rank;  // empty before set_vertical_ranks()
    DustyRows dusty;         // bodies that carry dust, by vertical rank
    GlVertexArray all_rows;
    GlVertexArray glowing_rows;  // vertex array with every glow_step-th row, for the haze of large, faint sprites
    GlVertexArray instances;     // vertex array for draw calls with one row per instance

  private:
    struct Surroundings {
        GlBuffer attributes, ellipsoids;  // empty before the first upload
    };
    void overwrite_rows(const GlBuffer& buffer, std::span<const std::byte> rows, std::size_t first,
                        std::size_t bytes_per_row) const;
    // Throws std::runtime_error if `count` is not the number of bodies.
    void require_rows(std::string_view column, std::size_t count) const;

    // other_ holds the previous attributes or, during an upload, the next attributes. The layout of the vertex arrays
    // never changes, because drivers recompile shaders for new vertex layouts.
    Surroundings present_, other_;
    // vertex array of all rows with the attributes that become current at the next swap_attributes()
    GlVertexArray swapped_rows_;
};

}  // namespace milkomeda
