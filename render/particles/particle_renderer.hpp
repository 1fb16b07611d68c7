// Draws the particles of all draw modes from vertex buffers that it owns.
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

// Returns the number of rows to draw for a share of `count` rows: at least 256, a fair sample, if there are
// that many.
std::size_t rows_to_draw(std::size_t count, float share);

// The particles to draw in a frame, and how.
struct ParticleFrame {
    float time_offset = 0;  // rows appear at position + velocity * time_offset
    double time = 0;        // model time; young stars appear and fade with it
    std::span<const ParticleGroup> groups;
    Coloring coloring = {};
    float share = 1;  // share of each group to draw: its first rows, which represent the whole group
    // weight of the current attributes against the previous attributes: 0 shows the previous, 1 the current
    float blend = 1;
    float most_stars = 0;  // largest number of resolved stars in the picture
    DustQuality dust = DustQuality::full;
    // When compute shaders add up the light (render/scatter), if OpenGL supports them. They add floats in
    // random order, so that pictures differ in the last bits.
    enum class Scatter { never, where_quicker, always } scatter = Scatter::where_quicker;
    float largest_sprite = 1;      // factor on the largest size of sprites, at most 1
    PassTimers* timers = nullptr;  // measures the passes; null measures nothing
};

// Rows read from the vertex buffers.
struct ParticleRows {
    std::vector<glm::vec4> positions, velocities;
};

// Expects the rows of each component in random order, as loaders deliver them: the haze around sprites is
// drawn from each glow_step()-th row.
class ParticleRenderer {
  public:
    // Takes columns of float4 as bytes, both of the same size. Throws std::runtime_error with the shader's
    // log, or if the sprite is no valid image.
    ParticleRenderer(std::span<const std::byte> positions, std::span<const std::byte> velocities,
                     const ReadAsset& read);  // must outlive this object

    VertexBuffers buffers() const { return columns_.names(); }

    // Replaces all particles.
    void use(ParticleColumns columns) {
        columns_ = std::move(columns);
        dusty_.set_ranks({});
    }

    // Replaces both columns, which keep their sizes, without waiting for the GPU.
    void upload(std::span<const std::byte> positions, std::span<const std::byte> velocities);

    // Overwrites the positions of rows from `first` on, in place. OpenCL must not be using a shared buffer
    // meanwhile.
    void move_rows(std::span<const std::byte> positions, std::size_t first);

    // Sets a float4 per row: smoothing length (0 if unknown), radius in its galaxy at the start, acceleration
    // (NaN if unknown), density around the particle. Without attributes all particles are drawn alike.
    void set_attributes(std::span<const std::byte> attributes) { columns_.set_attributes(attributes); }
    // Sets eight shorts per row: xx yy zz, unused, yz xz xy, unused. These are the second moments of the mass
    // around the particle, with trace 32767, or all 0 if unknown. Without ellipsoids all splats are round.
    void set_ellipsoids(std::span<const std::byte> ellipsoids) { columns_.set_ellipsoids(ellipsoids); }
    // Uploads the next attributes and ellipsoids of rows from `first` on. After uploads of all rows,
    // swap_attributes() makes them current, and ParticleFrame::blend fades from the previous attributes to
    // them.
    void upload_next(std::span<const std::byte> attributes, std::span<const std::byte> ellipsoids,
                     std::size_t first) {
        columns_.upload_next(attributes, ellipsoids, first);
    }
    void swap_attributes() { columns_.swap_attributes(); }
    // Sets the rank of each row by its vertical motion in its disk at the start: 0 for the smallest, 1 for
    // the largest, below 0 outside disks. Without ranks disks have no dust.
    void set_vertical_ranks(std::span<const float> ranks) {
        columns_.set_vertical_ranks(ranks);
        dusty_.set_ranks(ranks);
    }

    // Compiles the shaders and reads the sprites again. On failure throws std::runtime_error and keeps the
    // old shaders.
    void reload(const ReadAsset& read);

    // Adds the particles' light to the bound framebuffer; `corner` is the viewport's lower left corner. In
    // HDR modes the framebuffer is the HDR buffer: linear light in RGB, mass in alpha.
    void draw(const View& view, const Look& look, const ParticleFrame& frame,
              const glm::ivec2& corner = {0, 0});
    void draw(const Camera& camera, const Look& look, const ParticleFrame& frame, int width, int height);

    // Returns the dust of the newest picture, which dims objects behind the particles.
    const DustScreen& dust() const { return dust_; }

  private:
    struct StarPasses {
        StarPass bare, in_dust;
        const StarPass& seen(bool through_dust) const { return through_dust ? in_dust : bare; }
    };
    // The arguments that all passes of an HDR picture share.
    struct HdrFrame {
        const View& view;
        const Look& look;
        const ParticleFrame& frame;
        const glm::ivec2& corner;
        bool in_dust, scattered;
        StarPass::Moment moment;
    };
    void use_star_pass(const HdrFrame& hdr, const StarPass& pass, StarPass::Width width) const;
    void draw_star_pass(const HdrFrame& hdr, const StarPass& pass, int instances, StarPass::Width width);
    // Adds the light of `instances` splats per row, by points or compute shaders.
    void add_light(const HdrFrame& hdr, const StarPasses& passes, int instances);
    void draw_particles(const HdrFrame& hdr, const StarPasses& passes);
    void draw_directly(const View& view, const Look& look, const ParticleFrame& frame);
    void draw_rows(const ParticleFrame& frame, float share, std::size_t step, const GlVertexArray& rows);
    void draw_hdr(const View& view, const Look& look, const ParticleFrame& frame, const glm::ivec2& corner);
    void draw_discs(const View& view, const ParticleFrame& frame);
    // The rows of a group to draw.
    struct DrawnRows {
        GLint first;
        GLsizei count;
        float stands_for;  // number of rows that each drawn row represents
    };
    DrawnRows drawn_rows(const ParticleGroup& group, float share) const;
    // Draw each row `instances` times.
    void draw_with(const StarPass& pass, const Look& look, const ParticleFrame& frame, int instances);
    void scatter_with(const StarPass& pass, const Look& look, const ParticleFrame& frame, int instances);
    int clusters_per_particle_of(const Look& look, const ParticleFrame& frame) const;
    float stars_of_each(const Look& look, const ParticleFrame& frame) const;
    void draw_dust(const View& view, const Look& look, const ParticleFrame& frame, bool scattered);
    bool scatters(const View& view, const ParticleFrame& frame) const;

    ReadAsset read_;
    ParticleColumns columns_;
    bool in_software_;
    float largest_point_ = 1;  // OpenGL's largest point size in pixels

    std::map<std::string_view, ParticlePass> direct_;  // by name of the fragment shader
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
    std::optional<Scattering> scattering_;  // created at first use
    LightTexture sprite_;
    LightTexture glow_;

    std::vector<GLint> firsts_;  // ranges of the last draw call; members, so that their memory is reused
    std::vector<GLsizei> counts_;
};

}  // namespace milkomeda
