#include "render/scatter/splat_pyramid.hpp"

#include <algorithm>

#include "render/gl/shader_facts.hpp"

namespace milkomeda {
namespace {

constexpr int least_pixels = 4;  // smallest width and height of a pyramid level in pixels

// Returns the size of a pyramid level in pixels. Mirrors level_size() in shaders/scatter/level.glsl.
glm::ivec2 level_size(const glm::ivec2& picture, int level) {
    return ((picture + (1 << level) - 1) >> level) + 2 * level_border;
}

int widest_level(const glm::ivec2& picture, int most) {
    int level = 0;
    while (level < most && std::min(picture.x, picture.y) >> (level + 1) >= least_pixels) ++level;
    return level;
}

GLint64 pixels_of_levels(const glm::ivec2& picture, int widest) {
    GLint64 pixels = 0;
    for (int level = 0; level <= widest; ++level) {
        const glm::ivec2 size = level_size(picture, level);
        pixels += GLint64{size.x} * size.y;
    }
    return pixels;
}

constexpr GLint64 pixel_bytes = 4 * sizeof(float);

GLint64 limit(GLenum name) {
    GLint64 value = 0;
    glGetInteger64v(name, &value);
    return value;
}

}  // namespace

bool SplatPyramid::possible(const glm::ivec2& picture) {
    if (!GLAD_GL_ARB_compute_shader || !GLAD_GL_ARB_shader_storage_buffer_object ||
        !GLAD_GL_ARB_shader_image_load_store || !GLAD_GL_ARB_clear_buffer_object || !GLAD_GL_NV_shader_atomic_float)
        return false;
    const GLint64 pixels = pixels_of_levels(picture, widest_level(picture, most));
    return limit(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS) > levels_binding &&
           pixels * pixel_bytes <= limit(GL_MAX_SHADER_STORAGE_BLOCK_SIZE) &&
           pixels <= limit(GL_MAX_TEXTURE_BUFFER_SIZE);
}

SplatPyramid::SplatPyramid(const ReadAsset& read)
    : enlarge_{read, "shaders/scatter/levels.frag"}, levels_{new_buffer()}, shown_levels_{new_texture()} {
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, levels_.name());
    label(GL_BUFFER, levels_.name(), "levels of light");
    glBindTexture(GL_TEXTURE_BUFFER, shown_levels_.name());
    label(GL_TEXTURE, shown_levels_.name(), "levels of light");
    glBindTexture(GL_TEXTURE_BUFFER, 0);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, 0);
}

void SplatPyramid::begin(int most_level) {
    before_ = BoundTarget::now();
    const glm::ivec2 picture{before_.viewport()[2], before_.viewport()[3]};
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, levels_.name());
    const int widest_now = widest_level(picture, most_level);
    if (picture != picture_ || widest_now != widest()) {
        picture_ = picture;
        clear_gl_errors();
        glBufferData(GL_SHADER_STORAGE_BUFFER, pixels_of_levels(picture, widest_now) * pixel_bytes, nullptr,
                     GL_DYNAMIC_COPY);
        if (glGetError() != GL_NO_ERROR) {
            picture_ = glm::ivec2{0};
            throw_no_memory_for_light(picture);
        }
        glBindTexture(GL_TEXTURE_BUFFER, shown_levels_.name());
        glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, levels_.name());
        glBindTexture(GL_TEXTURE_BUFFER, 0);
        wider_.clear();
        wider_.emplace_back();
        for (int level = 1; level <= widest_now; ++level) {
            const glm::ivec2 size = level_size(picture, level);
            wider_.emplace_back("wider light", size.x, size.y);
        }
    }
    glClearBufferData(GL_SHADER_STORAGE_BUFFER, GL_R32F, GL_RED, GL_FLOAT, nullptr);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, 0);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, levels_binding, levels_.name());
}

void SplatPyramid::add(const ShaderProgram& program, int first, int count, int instances) const {
    if (count <= 0 || instances <= 0) return;
    program.set("picture", picture_);
    program.set("most_level", widest());
    program.set("first", first);
    program.set("count", count);
    program.set("instances", instances);
    // number of work groups per dimension that every OpenGL implementation supports
    constexpr GLint64 most_groups = 65535;
    const GLint64 splats = GLint64{count} * instances, groups = (splats + scatter_group - 1) / scatter_group;
    const GLint64 across = std::min(groups, most_groups);
    glDispatchCompute(static_cast<GLuint>(across), static_cast<GLuint>((groups + across - 1) / across), 1);
}

void SplatPyramid::end() {
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_BLEND);
    enlarge_.use();
    enlarge_.set("picture", picture_);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_BUFFER, shown_levels_.name());
    enlarge_.set("levels", 1);
    enlarge_.set("wider", 0);
    for (int level = widest(); level > 0; --level) {
        wider_[static_cast<std::size_t>(level)].bind();
        enlarge(level, {0, 0});
    }
    before_.bind();
    glEnable(GL_BLEND);
    enlarge(0, glm::ivec2{before_.viewport()[0], before_.viewport()[1]} - level_border);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_BUFFER, 0);
    glActiveTexture(GL_TEXTURE0);
}

void SplatPyramid::enlarge(int level, const glm::ivec2& corner) const {
    const bool is_widest = level == widest();
    enlarge_.set("level", level);
    enlarge_.set("widest", is_widest);
    enlarge_.set("corner", corner);
    if (!is_widest) {
        const LightTarget& wider = wider_[static_cast<std::size_t>(level) + 1];
        wider.show(0);
        enlarge_.set("wider_pixel", 1.0f / glm::vec2{wider.width(), wider.height()});
    }
    enlarge_.draw();
}

}  // namespace milkomeda
