#include "render/particle_renderer.hpp"

#include <algorithm>
#include <cmath>
#include <glm/gtc/type_ptr.hpp>
#include <stdexcept>

#include "render/shader.hpp"

namespace milkomeda {
namespace {

constexpr char sprite_file[] = "assets/sprite.png";
constexpr GLsizei row_bytes = 4 * sizeof(float);

// How one particle of a mode looks among reference_bodies of them.
struct Nature {
    float size;        // world units
    float brightness;  // of its centre
    float smallest;    // pixels
    float largest;     // parts of the picture's height
    bool whole_pixels;
};
constexpr float reference_bodies = 40'960;
constexpr float fewest_bodies = 4'096;  // fewer are drawn like so many: a single one need not light the sky
constexpr Nature point_nature{0.07f, 0.5f, 1, 3.0f / 720, true};
constexpr Nature sprite_nature{0.40f, 0.12f, 2, 24.0f / 720, false};

// Size and brightness such that a galaxy gives the same light however many bodies it is made of: light is
// size^2 x brightness x bodies. Half of the difference goes into the area, half into the brightness.
Nature among(const Nature& nature, std::size_t bodies) {
    const float scarcity = reference_bodies / std::max(static_cast<float>(bodies), fewest_bodies);
    Nature adapted = nature;
    adapted.size *= std::pow(scarcity, 0.25f);
    adapted.brightness *= std::sqrt(scarcity);
    return adapted;
}

GlBuffer filled_buffer(std::string_view name, std::span<const std::byte> bytes) {
    GlBuffer buffer = new_buffer();
    glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
    label(GL_BUFFER, buffer.name(), name);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes.size()), bytes.data(), GL_DYNAMIC_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return buffer;
}

// Components of the rows of `buffer`, as attribute `location` of the bound vertex array.
void show_column(GLuint location, GLint components, const GlBuffer& buffer) {
    glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
    glEnableVertexAttribArray(location);
    glVertexAttribPointer(location, components, GL_FLOAT, GL_FALSE, row_bytes, nullptr);
}

}  // namespace

ParticleRenderer::ParticleRenderer(std::span<const std::byte> positions,
                                   std::span<const std::byte> velocities, const ReadAsset& read)
    : positions_{filled_buffer("positions", positions)},
      velocities_{filled_buffer("velocities", velocities)},
      bodies_{positions.size() / row_bytes},
      columns_{new_vertex_array()} {
    if (positions.size() != velocities.size() || positions.size() % row_bytes != 0)
        throw std::runtime_error("positions and velocities of particles differ in size");
    glBindVertexArray(columns_.name());
    label(GL_VERTEX_ARRAY, columns_.name(), "particles");
    show_column(0, 4, positions_);
    show_column(1, 3, velocities_);
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);

    GLfloat point_sizes[2] = {1, 1};
    glGetFloatv(GL_POINT_SIZE_RANGE, point_sizes);
    largest_point_ = point_sizes[1];
    reload(read);
}

VertexBuffers ParticleRenderer::buffers() const {
    return {positions_.name(), velocities_.name(), bodies_};
}

void ParticleRenderer::upload(std::span<const std::byte> positions, std::span<const std::byte> velocities) {
    const std::size_t size = bodies_ * row_bytes;
    if (positions.size() != size || velocities.size() != size)
        throw std::runtime_error("particles cannot change their number while they are shown");
    // New storage each time: the driver gives the old one back when frames under way have drawn from it, so
    // nothing waits. OpenCL may hold the storage of shared buffers, so this is for the copied tier alone.
    const auto stream = [](const GlBuffer& buffer, std::span<const std::byte> bytes) {
        glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
        glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes.size()), bytes.data(), GL_STREAM_DRAW);
    };
    stream(positions_, positions);
    stream(velocities_, velocities);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

ParticleRenderer::Pass ParticleRenderer::read_pass(const ReadAsset& read, const char* fragment_file) {
    constexpr char vertex_file[] = "shaders/particle.vert";
    Pass pass{};
    pass.program =
        link_program(fragment_file, {vertex_file, read(vertex_file)}, {fragment_file, read(fragment_file)});
    const auto uniform = [&](const char* name) { return glGetUniformLocation(pass.program.name(), name); };
    pass.clip_from_world = uniform("clip_from_world");
    pass.time_offset = uniform("time_offset");
    pass.size_at_unit_depth = uniform("size_at_unit_depth");
    pass.smallest_size = uniform("smallest_size");
    pass.largest_size = uniform("largest_size");
    pass.whole_pixels = uniform("whole_pixels");
    pass.brightness = uniform("brightness");
    pass.color = uniform("color");
    pass.colored_by_velocity = uniform("colored_by_velocity");
    return pass;
}

void ParticleRenderer::reload(const ReadAsset& read) {
    // All of it first: what throws leaves everything as it was.
    Pass points = read_pass(read, "shaders/point.frag");
    Pass sprites = read_pass(read, "shaders/sprite.frag");
    LightTexture sprite = light_texture(sprite_file, read(sprite_file));
    points_ = std::move(points);
    sprites_ = std::move(sprites);
    sprite_ = std::move(sprite);
}

void ParticleRenderer::draw(const Camera& camera, const Look& look, const ParticleFrame& frame, int width,
                            int height) {
    firsts_.clear();
    counts_.clear();
    for (const RowRange& range : frame.rows) {
        const std::size_t first = std::min(range.first, bodies_);
        const std::size_t count = std::min(range.count, bodies_ - first);
        if (count == 0) continue;
        firsts_.push_back(static_cast<GLint>(first));
        counts_.push_back(static_cast<GLsizei>(count));
    }
    if (firsts_.empty() || width < 1 || height < 1) return;

    const bool as_points = look.mode == DrawMode::point;
    const Nature nature = among(as_points ? point_nature : sprite_nature, bodies_);
    const Pass& pass = as_points ? points_ : sprites_;
    const glm::mat4 clip = clip_from_view(camera, static_cast<float>(width) / static_cast<float>(height));
    const glm::mat4 clip_from_world = clip * view_from_world(camera);
    const float pixels = static_cast<float>(height);

    glUseProgram(pass.program.name());
    glUniformMatrix4fv(pass.clip_from_world, 1, GL_FALSE, glm::value_ptr(clip_from_world));
    glUniform1f(pass.time_offset, frame.time_offset);
    glUniform1f(pass.size_at_unit_depth, nature.size * look.point_size * clip[1][1] * pixels / 2);
    glUniform1f(pass.smallest_size, nature.smallest);
    glUniform1f(pass.largest_size,
                std::clamp(nature.largest * look.point_size * pixels, nature.smallest, largest_point_));
    glUniform1i(pass.whole_pixels, nature.whole_pixels);
    // Larger points spread their light, though not all of it: the key that enlarges them should not dim them.
    glUniform1f(pass.brightness, nature.brightness * look.brightness / look.point_size);
    glUniform3fv(pass.color, 1, glm::value_ptr(look.sprite_color));
    glUniform1i(pass.colored_by_velocity, look.mode != DrawMode::sprite);

    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, as_points ? 0 : sprite_.texture.name());
    glBindVertexArray(columns_.name());
    glMultiDrawArrays(GL_POINTS, firsts_.data(), counts_.data(), static_cast<GLsizei>(firsts_.size()));

    glBindVertexArray(0);
    glBindTexture(GL_TEXTURE_2D, 0);
    glUseProgram(0);
    glDisable(GL_BLEND);
}

}  // namespace milkomeda
