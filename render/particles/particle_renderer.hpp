// Draws particles as points or point sprites from the vertex buffers that it owns.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "render/camera/camera.hpp"
#include "render/gl/gl.hpp"
#include "render/gl/pass_timer.hpp"
#include "render/gl/texture.hpp"
#include "render/look/look.hpp"
#include "render/particles/particle_columns.hpp"
#include "render/particles/particle_pass.hpp"
#include "render/particles/star_pass.hpp"

namespace milkomeda {

// The number of rows out of `count` that are drawn for that share: never so few that they are no fair sample.
std::size_t rows_to_draw(std::size_t count, float share);

// The part of the particles that is drawn now, and how.
struct ParticleFrame {
    float time_offset = 0;  // rows are shown at position + velocity * time_offset
    std::span<const ParticleGroup> groups;
    Coloring coloring = {};
    float share = 1;               // of each group, its first rows, which stand for all of it
    float largest_sprite = 1;      // the share of its largest size that a sprite may have
    PassTimers* timers = nullptr;  // of the passes, if they are to be measured
};

// Rows of the vertex buffers.
struct ParticleRows {
    std::vector<glm::vec4> positions, velocities;
};

// Rows are expected shuffled inside their components, as loaders leave them: the haze around sprites is drawn
// from each glow_step()-th row.
class ParticleRenderer {
  public:
    // Columns of float4 as bytes; both of the same size. Throws std::runtime_error with the shader's log, or
    // when the sprite is no picture.
    ParticleRenderer(std::span<const std::byte> positions, std::span<const std::byte> velocities,
                     const ReadAsset& read);

    VertexBuffers buffers() const { return columns_.names(); }

    // Draws others from now on.
    void use(ParticleColumns columns) { columns_ = std::move(columns); }

    // Replaces both columns (same sizes as at the start) without waiting for the GPU.
    void upload(std::span<const std::byte> positions, std::span<const std::byte> velocities);

    // Puts these rows elsewhere, from `first` on, in the storage that there is: OpenCL, which may share it,
    // must not be at work in it.
    void move_rows(std::span<const std::byte> positions, std::size_t first);

    // A float4 for each row: smoothing length (0 while unknown), radius in its galaxy at the start,
    // acceleration (NaN while unknown), density around. Without them particles are drawn as if all were
    // alike.
    void set_attributes(std::span<const std::byte> attributes) { columns_.set_attributes(attributes); }
    // Of some rows, from `first` on, where there are those of all.
    void set_attributes(std::span<const std::byte> attributes, std::size_t first);

    // Compiles the shaders and reads the sprite again; on failure throws and keeps what was there.
    void reload(const ReadAsset& read);

    // Adds the particles' light to the bound framebuffer, whose viewport is width x height pixels. In HDR
    // modes it is a HdrPipeline's: linear light, and mass in alpha.
    void draw(const View& view, const Look& look, const ParticleFrame& frame);
    void draw(const Camera& camera, const Look& look, const ParticleFrame& frame, int width, int height);

  private:
    void draw_directly(const View& view, const Look& look, const ParticleFrame& frame);
    void draw_rows(const ParticleFrame& frame, float share, std::size_t step, const GlVertexArray& rows);
    void draw_hdr(const View& view, const Look& look, const ParticleFrame& frame);
    void draw_with(const StarPass& pass, const View& view, const Look& look, const ParticleFrame& frame);

    ParticleColumns columns_;
    float largest_point_ = 1;  // pixels that OpenGL allows

    std::map<std::string_view, ParticlePass> direct_;  // by fragment shader
    StarPass stars_;
    StarPass spikes_;
    LightTexture sprite_;
    LightTexture glow_;

    std::vector<GLint> firsts_;  // of the ranges drawn; kept from frame to frame for their memory
    std::vector<GLsizei> counts_;
};

}  // namespace milkomeda
