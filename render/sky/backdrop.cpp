#include "render/sky/backdrop.hpp"

#include <cstddef>
#include <span>

namespace milkomeda {

Backdrop::Objects Backdrop::objects_of(std::string_view name, const std::vector<SkyObject>& rows) {
    Objects objects{new_buffer(name, std::as_bytes(std::span{rows}), GL_STATIC_DRAW), new_vertex_array(),
                    static_cast<GLsizei>(rows.size())};
    glBindVertexArray(objects.shape.name());
    glBindBuffer(GL_ARRAY_BUFFER, objects.rows.name());
    for (GLuint location = 0; location < 3; ++location) {  // loops over three vec4 attributes
        const std::size_t offset = location * 4 * sizeof(float);
        glEnableVertexAttribArray(location);
        glVertexAttribPointer(location, 4, GL_FLOAT, GL_FALSE, sizeof(SkyObject),
                              reinterpret_cast<const void*>(offset));
    }
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return objects;
}

Backdrop::Backdrop(const ReadAsset& read)
    : galaxy_{read, "shaders/sky/sky.vert", "shaders/sky/sky_galaxy.frag"},
      star_{read, "shaders/sky/sky.vert", "shaders/sky/sky_star.frag", "#define STARS\n"},
      galaxies_{objects_of("far galaxies", far_galaxies())},
      stars_{objects_of("near stars", near_stars())},
      largest_point_{largest_point_size()} {}

void Backdrop::draw(const View& view, const glm::ivec2& corner, float area_scale, float amount, const DustScreen& dust,
                    float largest_size) const {
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE);
    const auto draw = [&](const ShaderProgram& program, const Objects& objects) {
        program.use();
        program.set(view);
        program.set("light_per_pixel", amount / area_scale);
        program.set("height", view.height);
        program.set("largest_point", largest_point_);
        program.set("largest_size", largest_size);
        dust.show(program, view, corner, 0);
        glBindVertexArray(objects.shape.name());
        glDrawArrays(GL_POINTS, 0, objects.count);
    };
    draw(galaxy_, galaxies_);
    draw(star_, stars_);
    glBindVertexArray(0);
    glUseProgram(0);
    glDisable(GL_BLEND);
}

}  // namespace milkomeda
