// Vertex attributes of the particle columns, before and after new columns are uploaded.
#include <doctest/doctest.h>

#include <array>
#include <span>
#include <vector>

#include "harness.hpp"
#include "render/gl/shader_facts.hpp"
#include "render/particles/particle_columns.hpp"

using namespace milkomeda;

namespace {

struct Column {
    std::array<GLint, 5> form;  // vertex format: enabled, number of components, type, normalized, stride
    GLint buffer;
};

std::vector<Column> columns_of(const ParticleColumns& particles) {
    constexpr GLuint last = attributes_location + attribute_vectors - 1;
    constexpr std::array form{GL_VERTEX_ATTRIB_ARRAY_ENABLED, GL_VERTEX_ATTRIB_ARRAY_SIZE, GL_VERTEX_ATTRIB_ARRAY_TYPE,
                              GL_VERTEX_ATTRIB_ARRAY_NORMALIZED, GL_VERTEX_ATTRIB_ARRAY_STRIDE};
    std::vector<Column> columns(last + 1);
    glBindVertexArray(particles.all_rows.name());
    for (GLuint location = 0; location <= last; ++location) {
        Column& column = columns[location];
        for (std::size_t i = 0; i < form.size(); ++i)
            glGetVertexAttribiv(location, static_cast<GLenum>(form[i]), &column.form[i]);
        glGetVertexAttribiv(location, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &column.buffer);
    }
    glBindVertexArray(0);
    return columns;
}

}  // namespace

TEST_CASE("exchanging buffers of old and new particle attributes keeps the vertex format, so no shader is recompiled") {
    constexpr std::size_t bodies = 3;
    const std::vector<glm::vec4> rows(bodies);
    const std::vector<float> ranks(bodies);
    ParticleColumns particles{std::as_bytes(std::span{rows}), std::as_bytes(std::span{rows})};
    particles.set_attributes(std::as_bytes(std::span{rows}));
    particles.set_ellipsoids(std::as_bytes(std::span{rows}));
    particles.set_vertical_ranks(ranks);
    const std::vector<Column> first = columns_of(particles);
    CHECK(first[attributes_location].buffer != first[former_length_location].buffer);
    CHECK(first[ellipsoid_location].buffer != first[former_ellipsoid_location].buffer);
    for (int turns = 1; turns <= 2; ++turns) {
        particles.upload_next(std::as_bytes(std::span{rows}), std::as_bytes(std::span{rows}), 0);
        particles.swap_attributes();
        const std::vector<Column> now = columns_of(particles);
        CAPTURE(turns);
        for (std::size_t location = 0; location < first.size(); ++location) {
            CAPTURE(location);
            CHECK(now[location].form == first[location].form);
        }
        // Each exchange swaps the buffers of the present and the former column.
        const bool is_turned = turns % 2 == 1;
        for (const auto& [present, former] : {std::pair{attributes_location, former_length_location},
                                              std::pair{ellipsoid_location, former_ellipsoid_location}}) {
            CHECK(now[present].buffer == first[is_turned ? former : present].buffer);
            CHECK(now[former].buffer == first[is_turned ? present : former].buffer);
        }
    }
}
