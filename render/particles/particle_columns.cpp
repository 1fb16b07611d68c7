#include "render/particles/particle_columns.hpp"

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "render/gl/shader_facts.hpp"
#include "render/particles/sprite_style.hpp"

namespace milkomeda {
namespace {

GlBuffer buffer_of(std::string_view name, std::size_t size, const std::byte* bytes, GLenum usage) {
    GlBuffer buffer = new_buffer();
    glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
    label(GL_BUFFER, buffer.name(), name);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(size), bytes, usage);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return buffer;
}

GlBuffer filled_buffer(std::string_view name, std::span<const std::byte> bytes) {
    return buffer_of(name, bytes.size(), bytes.data(), GL_DYNAMIC_DRAW);
}

GlBuffer buffer_to_fill(std::string_view name, std::size_t size) {
    return buffer_of(name, size, nullptr, GL_STREAM_DRAW);
}

// Adds a buffer to a vertex array as an attribute with `numbers` components per row; integers are normalized.
void show_column(const GlVertexArray& rows, const GlBuffer& buffer, int location, GLint numbers, GLenum type,
                 std::size_t stride, std::size_t offset = 0) {
    glBindVertexArray(rows.name());
    glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
    glEnableVertexAttribArray(static_cast<GLuint>(location));
    glVertexAttribPointer(static_cast<GLuint>(location), numbers, type, type == GL_SHORT, static_cast<GLsizei>(stride),
                          reinterpret_cast<const void*>(offset));
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void show_ellipsoids(const GlVertexArray& rows, const GlBuffer& buffer, int location) {
    show_column(rows, buffer, location, 4, GL_SHORT, row_bytes);
    show_column(rows, buffer, location + 1, 3, GL_SHORT, row_bytes, row_bytes / 2);
}

// Returns a vertex array that contains every step-th row of both buffers.
GlVertexArray rows_of(std::string_view name, const GlBuffer& positions, const GlBuffer& velocities, std::size_t step) {
    GlVertexArray rows = new_vertex_array();
    glBindVertexArray(rows.name());
    label(GL_VERTEX_ARRAY, rows.name(), name);
    glBindVertexArray(0);
    show_column(rows, positions, position_location, 4, GL_FLOAT, step * row_bytes);
    show_column(rows, velocities, velocity_location, 4, GL_FLOAT, step * row_bytes);
    return rows;
}

}  // namespace

ParticleColumns::ParticleColumns(std::span<const std::byte> first_positions,
                                 std::span<const std::byte> first_velocities)
    : bodies{first_positions.size() / row_bytes},
      glow_step{milkomeda::glow_step(bodies)},
      positions{filled_buffer("positions", first_positions)},
      velocities{filled_buffer("velocities", first_velocities)},
      all_rows{rows_of("particles", positions, velocities, 1)},
      glowing_rows{rows_of("glowing particles", positions, velocities, glow_step)},
      instances{new_vertex_array()},
      swapped_rows_{rows_of("particles, turned", positions, velocities, 1)} {
    if (first_positions.size() != first_velocities.size() || first_positions.size() % row_bytes != 0)
        throw std::runtime_error("the columns of positions and velocities differ in size");
}

void ParticleColumns::set_attributes(std::span<const std::byte> rows) {
    if (!fill(present_.attributes, "attributes", rows)) return;
    other_.attributes = buffer_to_fill("attributes", rows.size());
    show_column(all_rows, present_.attributes, attributes_location, 4, GL_FLOAT, row_bytes);
    show_column(all_rows, other_.attributes, former_length_location, 1, GL_FLOAT, row_bytes);
    show_column(swapped_rows_, other_.attributes, attributes_location, 4, GL_FLOAT, row_bytes);
    show_column(swapped_rows_, present_.attributes, former_length_location, 1, GL_FLOAT, row_bytes);
}

void ParticleColumns::set_ellipsoids(std::span<const std::byte> rows) {
    if (!fill(present_.ellipsoids, "ellipsoids", rows)) return;
    other_.ellipsoids = buffer_to_fill("ellipsoids", rows.size());
    show_ellipsoids(all_rows, present_.ellipsoids, ellipsoid_location);
    show_ellipsoids(all_rows, other_.ellipsoids, former_ellipsoid_location);
    show_ellipsoids(swapped_rows_, other_.ellipsoids, ellipsoid_location);
    show_ellipsoids(swapped_rows_, present_.ellipsoids, former_ellipsoid_location);
}

void ParticleColumns::upload_next(std::span<const std::byte> attributes, std::span<const std::byte> ellipsoids,
                                  std::size_t first) {
    const auto write = [&](const GlBuffer& buffer, std::span<const std::byte> rows) {
        if (first * row_bytes + rows.size() > bodies * row_bytes)
            throw std::runtime_error("the rows to upload lie beyond the end of the particle set");
        glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
        glBufferSubData(GL_ARRAY_BUFFER, static_cast<GLintptr>(first * row_bytes), static_cast<GLsizeiptr>(rows.size()),
                        rows.data());
        glBindBuffer(GL_ARRAY_BUFFER, 0);
    };
    write(other_.attributes, attributes);
    write(other_.ellipsoids, ellipsoids);
}

void ParticleColumns::swap_attributes() {
    std::swap(present_, other_);
    std::swap(all_rows, swapped_rows_);
}

bool ParticleColumns::fill(GlBuffer& buffer, std::string_view name, std::span<const std::byte> rows) const {
    if (rows.size() != bodies * row_bytes) throw std::runtime_error(std::string{name} + " and bodies differ in number");
    const bool is_new = buffer.name() == 0;
    if (is_new) buffer = buffer_to_fill(name, rows.size());
    glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(rows.size()), rows.data(), GL_STREAM_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return is_new;
}

void ParticleColumns::show_to_compute(const ShaderProgram& program) const {
    show_places_to_compute(program);
    const auto show_if_there = [&](const char* has, int binding, const GlBuffer& buffer) {
        program.set(has, buffer.name() != 0);
        if (buffer.name() != 0) glBindBufferBase(GL_SHADER_STORAGE_BUFFER, static_cast<GLuint>(binding), buffer.name());
    };
    show_if_there("has_vertical_rank", vertical_rank_location, vertical_rank);
    show_if_there("has_ellipsoids", ellipsoid_location, present_.ellipsoids);
    show_if_there("has_former", former_length_binding, other_.attributes);
    show_if_there("has_former", former_ellipsoid_binding, other_.ellipsoids);
}

void ParticleColumns::show_places_to_compute(const ShaderProgram& program) const {
    const auto show = [](int binding, const GlBuffer& buffer) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, static_cast<GLuint>(binding), buffer.name());
    };
    show(position_location, positions);
    show(velocity_location, velocities);
    program.set("has_attributes", present_.attributes.name() != 0);
    if (present_.attributes.name() != 0) show(attributes_location, present_.attributes);
    for (const char* what : {"has_vertical_rank", "has_ellipsoids", "has_former"}) program.set(what, false);
}

void ParticleColumns::set_vertical_ranks(std::span<const float> ranks) {
    if (ranks.size() != bodies) throw std::runtime_error("vertical ranks and bodies differ in number");
    vertical_rank = filled_buffer("vertical_rank", std::as_bytes(ranks));
    for (const GlVertexArray* rows : {&all_rows, &swapped_rows_})
        show_column(*rows, vertical_rank, vertical_rank_location, 1, GL_FLOAT, sizeof(float));
}

}  // namespace milkomeda
