#include "render/particles/particle_columns.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "render/gl/shader_facts.hpp"
#include "render/particles/sprite_style.hpp"

namespace milkomeda {
namespace {

// Layout of an attribute in a buffer: number and type of its components, distance between rows in bytes (`stride`), and
// position of the first row in bytes (`offset`).
struct ColumnFormat {
    GLint numbers;
    GLenum type;
    std::size_t stride, offset = 0;
};

// Adds a column of a buffer to a vertex array as an attribute; integers are normalized.
void show_column(const GlVertexArray& rows, const GlBuffer& buffer, int location, const ColumnFormat& format) {
    glBindVertexArray(rows.name());
    glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
    glEnableVertexAttribArray(static_cast<GLuint>(location));
    glVertexAttribPointer(static_cast<GLuint>(location), format.numbers, format.type, format.type == GL_SHORT,
                          static_cast<GLsizei>(format.stride), reinterpret_cast<const void*>(format.offset));
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void show_ellipsoids(const GlVertexArray& rows, const GlBuffer& buffer, int location) {
    show_column(rows, buffer, location, {4, GL_SHORT, row_bytes});
    show_column(rows, buffer, location + 1, {3, GL_SHORT, row_bytes, row_bytes / 2});
}

// Returns a vertex array that contains every step-th row of both buffers.
GlVertexArray rows_of(const char* name, const GlBuffer& positions, const GlBuffer& velocities, std::size_t step) {
    GlVertexArray rows = new_vertex_array();
    glBindVertexArray(rows.name());
    label(GL_VERTEX_ARRAY, rows.name(), name);
    glBindVertexArray(0);
    show_column(rows, positions, position_location, {4, GL_FLOAT, step * row_bytes});
    show_column(rows, velocities, velocity_location, {4, GL_FLOAT, step * row_bytes});
    return rows;
}

}  // namespace

ParticleColumns::ParticleColumns(std::span<const std::byte> first_positions,
                                 std::span<const std::byte> first_velocities)
    : bodies{first_positions.size() / row_bytes},
      glow_step{milkomeda::glow_step(bodies)},
      positions{new_buffer("positions", first_positions, GL_DYNAMIC_DRAW)},
      velocities{new_buffer("velocities", first_velocities, GL_DYNAMIC_DRAW)},
      all_rows{rows_of("particles", positions, velocities, 1)},
      glowing_rows{rows_of("glowing particles", positions, velocities, glow_step)},
      instances{new_vertex_array()},
      swapped_rows_{rows_of("particles, swapped attributes", positions, velocities, 1)} {
    if (first_positions.size() != first_velocities.size() || first_positions.size() % row_bytes != 0)
        throw std::runtime_error("the numbers of positions and velocities differ");
}

void ParticleColumns::require_rows(std::string_view column, std::size_t count) const {
    if (count != bodies)
        throw std::runtime_error(fmt::format("the number of {} differs from the number of bodies", column));
}

void ParticleColumns::set_attributes(std::span<const std::byte> rows) {
    require_rows("attributes", rows.size() / sizeof(AttributeRow));
    for (Surroundings* const columns : {&present_, &other_})
        columns->attributes = new_buffer("attributes", rows, GL_STREAM_DRAW);
    const auto show = [](const GlVertexArray& array, const GlBuffer& present, const GlBuffer& former) {
        for (int i = 0; i < attribute_vectors; ++i)
            show_column(array, present, attributes_location + i,
                        {4, GL_FLOAT, sizeof(AttributeRow), static_cast<std::size_t>(i) * row_bytes});
        show_column(array, former, former_length_location, {1, GL_FLOAT, sizeof(AttributeRow)});
    };
    show(all_rows, present_.attributes, other_.attributes);
    show(swapped_rows_, other_.attributes, present_.attributes);
}

void ParticleColumns::set_ellipsoids(std::span<const std::byte> rows) {
    require_rows("ellipsoids", rows.size() / row_bytes);
    for (Surroundings* const columns : {&present_, &other_})
        columns->ellipsoids = new_buffer("ellipsoids", rows, GL_STREAM_DRAW);
    show_ellipsoids(all_rows, present_.ellipsoids, ellipsoid_location);
    show_ellipsoids(all_rows, other_.ellipsoids, former_ellipsoid_location);
    show_ellipsoids(swapped_rows_, other_.ellipsoids, ellipsoid_location);
    show_ellipsoids(swapped_rows_, present_.ellipsoids, former_ellipsoid_location);
}

void ParticleColumns::upload_next(std::span<const std::byte> attributes, std::span<const std::byte> ellipsoids,
                                  std::size_t first) {
    overwrite_rows(other_.attributes, attributes, first, sizeof(AttributeRow));
    overwrite_rows(other_.ellipsoids, ellipsoids, first, row_bytes);
}

void ParticleColumns::overwrite_rows(const GlBuffer& buffer, std::span<const std::byte> rows, std::size_t first,
                                     std::size_t bytes_per_row) const {
    if (first * bytes_per_row + rows.size() > bodies * bytes_per_row)
        throw std::runtime_error("the bodies to overwrite lie beyond the end of the particle set");
    glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
    glBufferSubData(GL_ARRAY_BUFFER, static_cast<GLintptr>(first * bytes_per_row), static_cast<GLsizeiptr>(rows.size()),
                    rows.data());
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void ParticleColumns::upload(std::span<const std::byte> new_positions, std::span<const std::byte> new_velocities) {
    require_rows("positions", new_positions.size() / row_bytes);
    require_rows("velocities", new_velocities.size() / row_bytes);
    // Allocates new storage for each upload. The driver frees the old storage once earlier frames have been
    // drawn, so nothing waits. OpenCL would keep using the old storage, so this function is called only
    // without OpenCL-OpenGL sharing. No other function of this class reallocates a shared buffer.
    for (const auto& [buffer, bytes] : {std::pair{&positions, new_positions}, {&velocities, new_velocities}}) {
        glBindBuffer(GL_ARRAY_BUFFER, buffer->name());
        glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes.size()), bytes.data(), GL_STREAM_DRAW);
    }
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void ParticleColumns::swap_attributes() {
    std::swap(present_, other_);
    std::swap(all_rows, swapped_rows_);
}

void ParticleColumns::show_to_compute(const ShaderProgram& program) const {
    const auto show_if_there = [&](const char* has, int binding, const GlBuffer& buffer) {
        program.set(has, buffer.name() != 0);
        if (buffer.name() != 0) glBindBufferBase(GL_SHADER_STORAGE_BUFFER, static_cast<GLuint>(binding), buffer.name());
    };
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, position_location, positions.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, velocity_location, velocities.name());
    show_if_there("has_attributes", attributes_binding, present_.attributes);
    show_if_there("has_vertical_rank", vertical_rank_location, vertical_rank);
    show_if_there("has_ellipsoids", ellipsoid_location, present_.ellipsoids);
    show_if_there("has_former", former_length_binding, other_.attributes);
    show_if_there("has_former", former_ellipsoid_binding, other_.ellipsoids);
}

void ParticleColumns::set_vertical_ranks(std::span<const float> ranks) {
    require_rows("vertical ranks", ranks.size());
    dusty.set_ranks(ranks);
    vertical_rank = new_buffer("vertical_rank", std::as_bytes(ranks), GL_DYNAMIC_DRAW);
    for (const GlVertexArray* rows : {&all_rows, &swapped_rows_})
        show_column(*rows, vertical_rank, vertical_rank_location, {1, GL_FLOAT, sizeof(float)});
}

}  // namespace milkomeda
