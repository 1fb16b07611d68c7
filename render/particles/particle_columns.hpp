// The vertex buffers of particles, and how shaders take their rows.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "render/gl/gl.hpp"
#include "render/gl/shader_program.hpp"

namespace milkomeda {

constexpr std::size_t row_bytes = 4 * sizeof(float);

// GL names of the vertex buffers, float4 rows: x y z mass, and vx vy vz with a radius or 0.
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
    void set_ellipsoids(std::span<const std::byte> rows);  // eight normalised shorts for each body
    void set_vertical_ranks(std::span<const float> ranks);           // one for each body

    // Of some rows, from `first` on, those that shaders take from swap_attributes() on; both were set before.
    void upload_next(std::span<const std::byte> attributes, std::span<const std::byte> ellipsoids,
                  std::size_t first);
    void swap_attributes();  // the present ones become the former ones

    // Lets compute shaders read them (shaders/particles/row.glsl), by a program in use; all, or only what
    // moves.
    void show_to_compute(const ShaderProgram& program) const;
    void show_places_to_compute(const ShaderProgram& program) const;

    std::size_t bodies, glow_step;
    GlBuffer positions, velocities;
    GlBuffer vertical_rank;  // none before set_vertical_ranks(): all rows are alike
    GlVertexArray all_rows;
    GlVertexArray glowing_rows;  // each glow_step-th of them
    GlVertexArray instances;     // for who has all of a row at each corner of a square

  private:
    struct Surroundings {
        GlBuffer attributes, ellipsoids;  // none before they are set
    };
    // True where the buffer is new.
    bool fill(GlBuffer& buffer, std::string_view name, std::span<const std::byte> rows) const;

    // The other ones are the former ones, or the next. Whichever they are, rows have the same columns from
    // the start, as vertex arrays that do not change: for others, drivers compile shaders anew.
    Surroundings present_, other_;
    GlVertexArray swapped_rows_;  // all rows after the next swap_attributes()
};

}  // namespace milkomeda
