#include "render/particles/disc_pass.hpp"

#include "render/gl/shader_facts.hpp"
#include "render/particles/visibility.hpp"

namespace milkomeda {
namespace {

// Binds a float4 column as an instance attribute that begins at row `first`. OpenGL then uses one row (body) for all
// four corners of the body's square.
void show_instances(GLuint location, const GlBuffer& buffer, std::size_t first) {
    glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
    glEnableVertexAttribArray(location);
    glVertexAttribPointer(location, 4, GL_FLOAT, GL_FALSE, GLsizei{row_bytes},
                          reinterpret_cast<const void*>(first * row_bytes));
    glVertexAttribDivisor(location, 1);
}

// Groups of at least this many bodies are drawn as points. Points are much faster than instanced squares but
// limited in size; the bodies of large groups are small.
constexpr std::size_t many = 1000;

}  // namespace

DiscPass::DiscPass(const ReadAsset& read)
    : squares_{read, "shaders/particles/disc.vert", "shaders/particles/disc.frag"},
      points_{read, "shaders/particles/disc.vert", "shaders/particles/disc.frag", "#define AS_POINTS\n"} {}

void DiscPass::draw(const View& view, float time_offset, const ParticleColumns& columns,
                    std::span<const ParticleGroup> groups) const {
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glClear(GL_DEPTH_BUFFER_BIT);
    // Blends the colors and leaves alpha unchanged.
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
    for (const ParticleGroup& group : groups) {
        const bool as_points = group.count >= many;
        const ShaderProgram& program = as_points ? points_ : squares_;
        program.use();
        program.set(view);
        program.set("time_offset", time_offset);
        program.set("color", view.light_for_eye * group.disc_color);
        program.set("is_gas", group.population == Population::gas);
        set_visibility(program, group.shown);
        const auto first = static_cast<GLint>(group.first);
        const auto count = static_cast<GLsizei>(group.count);
        if (as_points) {
            glBindVertexArray(columns.all_rows.name());
            glDrawArrays(GL_POINTS, first, count);
            continue;
        }
        program.set("pixel", 2.0f / glm::vec2{view.width, view.height});
        glBindVertexArray(columns.instances.name());
        show_instances(position_location, columns.positions, group.first);
        show_instances(velocity_location, columns.velocities, group.first);
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count);
    }
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glDisable(GL_DEPTH_TEST);
}

}  // namespace milkomeda
