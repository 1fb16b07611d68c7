// Draws particles as points or point sprites from the vertex buffers that it owns.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "render/camera.hpp"
#include "render/gl.hpp"
#include "render/look.hpp"
#include "render/texture.hpp"

namespace milkomeda {

// Reads an asset such as "shaders/point.frag" or "assets/sprite.png".
using ReadAsset = std::function<std::string(std::string_view name)>;

// GL names of the vertex buffers, float4 rows: x y z mass, and vx vy vz 0.
struct VertexBuffers {
    unsigned positions = 0;
    unsigned velocities = 0;
    std::size_t bodies = 0;
};

struct RowRange {
    std::size_t first = 0;
    std::size_t count = 0;
};

// What is drawn of the particles now.
struct ParticleFrame {
    float time_offset = 0;  // rows are shown at position + velocity * time_offset
    std::span<const RowRange> rows;
};

class ParticleRenderer {
  public:
    // Columns of float4 as bytes; both of the same size. Throws std::runtime_error with the shader's log, or
    // when the sprite is no picture.
    ParticleRenderer(std::span<const std::byte> positions, std::span<const std::byte> velocities,
                     const ReadAsset& read);

    VertexBuffers buffers() const;

    // Replaces both columns (same sizes as at the start) without waiting for the GPU.
    void upload(std::span<const std::byte> positions, std::span<const std::byte> velocities);

    // Compiles the shaders and reads the sprite again; on failure throws and keeps what was there.
    void reload(const ReadAsset& read);

    // Adds the particles' light to the bound framebuffer, whose viewport is width x height pixels.
    void draw(const Camera& camera, const Look& look, const ParticleFrame& frame, int width, int height);

  private:
    struct Pass {
        GlProgram program;
        GLint clip_from_world, time_offset, size_at_unit_depth, smallest_size, largest_size, whole_pixels,
            brightness, color, colored_by_velocity;
    };
    static Pass read_pass(const ReadAsset& read, const char* fragment_file);

    GlBuffer positions_;
    GlBuffer velocities_;
    std::size_t bodies_;
    GlVertexArray columns_;
    Pass points_;
    Pass sprites_;
    LightTexture sprite_;
    float largest_point_ = 1;  // pixels that OpenGL allows

    std::vector<GLint> firsts_;  // of the ranges drawn; kept from frame to frame for their memory
    std::vector<GLsizei> counts_;
};

}  // namespace milkomeda
