#include "render/particles/particle_columns.hpp"

#include <stdexcept>
#include <string_view>

#include "render/gl/shader_facts.hpp"
#include "render/particles/sprite_style.hpp"

namespace milkomeda {
namespace {

GlBuffer filled_buffer(std::string_view name, std::span<const std::byte> bytes) {
    GlBuffer buffer = new_buffer();
    glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
    label(GL_BUFFER, buffer.name(), name);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes.size()), bytes.data(), GL_DYNAMIC_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return buffer;
}

// Each step-th row of both buffers, as the attributes of shaders/particles/particle.vert.
GlVertexArray rows_of(std::string_view name, const GlBuffer& positions, const GlBuffer& velocities,
                      std::size_t step) {
    GlVertexArray rows = new_vertex_array();
    glBindVertexArray(rows.name());
    label(GL_VERTEX_ARRAY, rows.name(), name);
    const auto show = [step](GLuint location, GLint components, const GlBuffer& buffer) {
        const GLsizei stride = static_cast<GLsizei>(step * row_bytes);
        glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
        glEnableVertexAttribArray(location);
        glVertexAttribPointer(location, components, GL_FLOAT, GL_FALSE, stride, nullptr);
    };
    show(position_location, 4, positions);
    show(velocity_location, 3, velocities);
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
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
      glowing_rows{rows_of("glowing particles", positions, velocities, glow_step)} {
    if (first_positions.size() != first_velocities.size() || first_positions.size() % row_bytes != 0)
        throw std::runtime_error("positions and velocities of particles differ in size");
}

void ParticleColumns::set_attributes(std::span<const std::byte> rows) {
    if (rows.size() != bodies * row_bytes)
        throw std::runtime_error("attributes of particles are not as many as the particles");
    if (attributes.name() == 0) {
        attributes = filled_buffer("attributes", rows);
        glBindVertexArray(all_rows.name());
        glBindBuffer(GL_ARRAY_BUFFER, attributes.name());
        glEnableVertexAttribArray(attributes_location);
        glVertexAttribPointer(attributes_location, 4, GL_FLOAT, GL_FALSE, GLsizei{row_bytes}, nullptr);
        glBindVertexArray(0);
    }
    glBindBuffer(GL_ARRAY_BUFFER, attributes.name());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(rows.size()), rows.data(), GL_STREAM_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

}  // namespace milkomeda
