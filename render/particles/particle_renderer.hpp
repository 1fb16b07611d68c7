// Draws particles as points or point sprites from the vertex buffers that it owns.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "render/camera/camera.hpp"
#include "render/dust/cloud_pass.hpp"
#include "render/dust/dust_screen.hpp"
#include "render/dust/dusty_rows.hpp"
#include "render/gl/gl.hpp"
#include "render/gl/pass_timer.hpp"
#include "render/gl/texture.hpp"
#include "render/look/look.hpp"
#include "render/particles/disc_pass.hpp"
#include "render/particles/particle_columns.hpp"
#include "render/particles/particle_pass.hpp"
#include "render/particles/star_pass.hpp"
#include "render/scatter/splat_pyramid.hpp"

namespace milkomeda {

// The number of rows out of `count` that are drawn for that share: never so few that they are no fair sample.
std::size_t rows_to_draw(std::size_t count, float share);

// The part of the particles that is drawn now, and how.
struct ParticleFrame {
    float time_offset = 0;  // rows are shown at position + velocity * time_offset
    double time = 0;        // model units: young stars come and go
    std::span<const ParticleGroup> groups;
    Coloring coloring = {};
    float share = 1;       // of each group, its first rows, which stand for all of it
    float blend = 1;     // the way from the former surroundings to the present ones
    float most_stars = 0;  // that stand out of particles, in all
    DustQuality dust = DustQuality::full;
    // Whether light is added up by compute shaders (render/scatter), where OpenGL has these: its sums, of
    // floats in any order, are never twice the same bit for bit.
    enum class Scatter { never, where_quicker, always } scatter = Scatter::where_quicker;
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
                     const ReadAsset& read);  // which outlives this

    VertexBuffers buffers() const { return columns_.names(); }

    // Draws others from now on.
    void use(ParticleColumns columns) {
        columns_ = std::move(columns);
        dusty_.set_ranks({});
    }

    // Replaces both columns (same sizes as at the start) without waiting for the GPU.
    void upload(std::span<const std::byte> positions, std::span<const std::byte> velocities);

    // Puts these rows elsewhere, from `first` on, in the storage that there is: OpenCL, which may share it,
    // must not be at work in it.
    void move_rows(std::span<const std::byte> positions, std::size_t first);

    // A float4 for each row: smoothing length (0 while unknown), radius in its galaxy at the start,
    // acceleration (NaN while unknown), density around. Without them particles are drawn as if all were
    // alike.
    void set_attributes(std::span<const std::byte> attributes) { columns_.set_attributes(attributes); }
    // For each row xx yy zz, nothing, yz xz xy, nothing, as shorts: the moments of what lies around, of trace
    // 32767, or all 0. Without them all are round.
    void set_ellipsoids(std::span<const std::byte> ellipsoids) { columns_.set_ellipsoids(ellipsoids); }
    // The next ones of both, of some rows from `first` on, where there are those of all. Once they are of all
    // rows swap_attributes() makes them the present ones, and a frame shows them as far as they are `blend`.
    void upload_next(std::span<const std::byte> attributes, std::span<const std::byte> ellipsoids,
                  std::size_t first) {
        columns_.upload_next(attributes, ellipsoids, first);
    }
    void swap_attributes() { columns_.swap_attributes(); }
    // The rank of each row by its motion up and down through its disk at the start, from 0 for the coldest to
    // 1; below 0 where there are no layers. Without them disks have no dust.
    void set_vertical_ranks(std::span<const float> ranks) {
        columns_.set_vertical_ranks(ranks);
        dusty_.set_ranks(ranks);
    }

    // Compiles the shaders and reads the sprite again; on failure throws and keeps what was there.
    void reload(const ReadAsset& read);

    // Adds the particles' light to the bound framebuffer, whose viewport is width x height pixels, with that
    // lower left corner. In HDR modes it is a HdrPipeline's: linear light, and mass in alpha.
    void draw(const View& view, const Look& look, const ParticleFrame& frame,
              const glm::ivec2& corner = {0, 0});
    void draw(const Camera& camera, const Look& look, const ParticleFrame& frame, int width, int height);

    // The dust in front of what lies behind the particles of the newest picture.
    const DustScreen& dust() const { return dust_; }

  private:
    void draw_directly(const View& view, const Look& look, const ParticleFrame& frame);
    void draw_rows(const ParticleFrame& frame, float share, std::size_t step, const GlVertexArray& rows);
    void draw_hdr(const View& view, const Look& look, const ParticleFrame& frame, const glm::ivec2& corner);
    void draw_discs(const View& view, const ParticleFrame& frame);
    // Of a group, for so large a share of it.
    struct DrawnRows {
        GLint first;
        GLsizei count;
        float stands_for;  // each of them
    };
    DrawnRows drawn_rows(const ParticleGroup& group, float share) const;
    // Each drawn row so many times.
    void draw_with(const StarPass& pass, const Look& look, const ParticleFrame& frame, int instances);
    void scatter_with(const StarPass& pass, const Look& look, const ParticleFrame& frame, int instances);
    int clusters_per_particle_of(const Look& look, const ParticleFrame& frame) const;
    float stars_of_each(const Look& look, const ParticleFrame& frame) const;
    void draw_dust(const View& view, const Look& look, const ParticleFrame& frame, bool scattered);
    bool scatters(const View& view, const ParticleFrame& frame) const;

    ReadAsset read_;
    ParticleColumns columns_;
    bool in_software_;
    float largest_point_ = 1;  // pixels that OpenGL allows

    std::map<std::string_view, ParticlePass> direct_;  // by fragment shader
    struct StarPasses {
        StarPass bare, in_dust;
    };
    static StarPasses star_passes(const ReadAsset& read, StarPass::Form form, StarPass::Drawn drawn);
    struct LightPasses {
        LightPasses() = default;
        LightPasses(const ReadAsset& read, StarPass::Drawn drawn);
        StarPasses particles, clusters, stars;
        CloudPass clouds;
    };
    LightPasses points_;
    StarPass particles_in_coarse_dust_;
    StarPasses spikes_;
    DiscPass discs_;
    DustyRows dusty_;
    DustScreen dust_;
    LowResolutionSplats wide_;
    struct Scattering {
        LightPasses passes;
        SplatPyramid light, dust;
    };
    static Scattering scattering_with(const ReadAsset& read);
    std::optional<Scattering> scattering_;  // since it was first wanted
    LightTexture sprite_;
    LightTexture glow_;

    std::vector<GLint> firsts_;  // of the ranges drawn; kept from frame to frame for their memory
    std::vector<GLsizei> counts_;
};

}  // namespace milkomeda
