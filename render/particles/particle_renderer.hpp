// Draws the particles in all draw modes. Owns the vertex buffers, which hold one row per particle.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "render/camera/camera.hpp"
#include "render/dust/cloud_pass.hpp"
#include "render/dust/dust_screen.hpp"
#include "render/gl/gl.hpp"
#include "render/gl/pass_timer.hpp"
#include "render/gl/texture.hpp"
#include "render/look/look.hpp"
#include "render/particles/disc_pass.hpp"
#include "render/particles/h4_pass.hpp"
#include "render/particles/particle_columns.hpp"
#include "render/particles/star_pass.hpp"
#include "render/scatter/splat_pyramid.hpp"

namespace milkomeda {

// Returns the number of rows to draw: `share` times `count`, rounded up, but at least 256 for a representative sample,
// and at most `count`.
std::size_t rows_to_draw(std::size_t count, float share);

// Returns the number of star clusters per particle if `rows` particles form stars: as many as are distinguishable in a
// picture.
int clusters_per_particle(std::size_t rows);

// The particles to draw in a frame, and the settings for drawing them.
struct ParticleFrame {
    // time step for extrapolation: particles appear at position + velocity * time_offset
    float time_offset = 0;
    double time = 0;  // model time, which determines the light of star clusters
    std::span<const ParticleGroup> groups;
    Coloring coloring = {};
    float share = 1;  // share of each group to draw; the first rows of a group represent the whole group
    // weight of the current attributes: 0 uses only the attributes before the last swap_attributes(), 1 uses only the
    // attributes after this swap
    float blend = 1;
    float most_stars = 0;  // largest number of resolved stars in the picture
    DustQuality dust = DustQuality::full;
    // Condition under which compute shaders add up the light (render/scatter), if OpenGL supports compute shaders. The
    // shaders add floats in random order, so repeated pictures differ by rounding errors.
    enum class Scatter { never, where_faster, always } scatter = Scatter::where_faster;
    float narrowest_cluster = 0;   // smallest standard deviation of a star cluster, in pixels of the HDR buffer
    float largest_sprite = 1;      // factor (at most 1) that reduces the largest size of sprites
    bool collects_fourth = false;  // value of StarPass::Moment::collects_fourth
    PassTimers* timers = nullptr;  // timers that measure the rendering passes; null measures nothing
};

// Positions and velocities read back from the vertex buffers.
struct ParticleRows {
    std::vector<glm::vec4> positions, velocities;
};

// The rows of each component must be in random order, as file loaders deliver them. Draw modes with sprites draw a haze
// of large, faint sprites from every glow_step()-th row, which must represent all rows.
class ParticleRenderer {
  public:
    // Takes two columns of float4 values as bytes, both of equal size. Throws std::runtime_error with the
    // compiler's log if a shader does not compile, or if the sprite is not a valid image.
    ParticleRenderer(std::span<const std::byte> positions, std::span<const std::byte> velocities,
                     const ReadAsset& read);  // `read` must outlive this object

    ParticleColumns& columns() { return columns_; }  // vertex buffers of the particles

    // Recompiles the shaders and reloads the sprites. On failure throws std::runtime_error and keeps the
    // shaders and sprites in use.
    void reload(const ReadAsset& read);

    // Adds the particles' light to the bound framebuffer; `corner` is the viewport's lower left corner. In
    // HDR draw modes the framebuffer must be the HDR buffer: linear light in RGB, mass in alpha.
    void draw(const View& view, const Look& look, const ParticleFrame& frame, const glm::ivec2& corner = {0, 0});

    // Returns the dust of the most recent picture, which also dims the far galaxies in the background.
    const DustScreen& dust() const { return dust_; }

  private:
    struct StarPasses {
        StarPasses(const ReadAsset& read, StarPass::Form form, StarPass::Drawn drawn);

        StarPass bare, in_dust;
        const StarPass& seen(bool through_dust) const { return through_dust ? in_dust : bare; }
    };
    // Arguments common to all passes of an HDR picture.
    struct HdrFrame {
        const View& view;
        const Look& look;
        const ParticleFrame& frame;
        const glm::ivec2& corner;
        bool in_dust, scattered;
        StarPass::Moment moment;
    };
    // Draws `instances` splats per particle, as points, or by compute shaders if `scattered` is true.
    void draw_star_pass(const HdrFrame& hdr, const StarPass& pass, int instances, StarPass::Width width,
                        bool scattered);
    void draw_particles(const HdrFrame& hdr, const StarPasses& passes);
    void draw_directly(const View& view, const Look& look, const ParticleFrame& frame);
    void draw_rows(const ShaderProgram& program, const ParticleFrame& frame, float share, std::size_t step,
                   const GlVertexArray& rows);
    void draw_hdr(const View& view, const Look& look, const ParticleFrame& frame, const glm::ivec2& corner);
    // Draws the map of h4: the sums of the first three powers of the velocity, then those of the fourth power.
    void draw_h4(const View& view, const Look& look, ParticleFrame frame, const glm::ivec2& corner);
    // Range of a group's rows to draw.
    struct DrawnRows {
        std::size_t first, count;
        float stands_for;  // number of particles that each drawn particle represents
    };
    DrawnRows drawn_rows(const ParticleGroup& group, float share) const;
    int clusters_per_particle_of(const Look& look, const ParticleFrame& frame) const;
    float stars_per_particle_of(const Look& look, const ParticleFrame& frame) const;
    void draw_dust(const View& view, const Look& look, const ParticleFrame& frame, bool scattered);
    bool scatters(const View& view, const ParticleFrame& frame) const;

    ReadAsset read_;
    ParticleColumns columns_;
    bool in_software_;
    float largest_point_;  // OpenGL's largest point size in pixels
    struct LightPasses {
        LightPasses(const ReadAsset& read, StarPass::Drawn drawn);
        StarPasses particles, clusters, stars;
        CloudPass clouds;
    };
    struct Passes {
        explicit Passes(const ReadAsset& read);

        std::map<std::string_view, ShaderProgram> direct;  // directly rendered draw modes, by fragment shader
        LightPasses points;
        StarPass particles_in_coarse_dust;
        StarPasses spikes;
        LowResolutionSplats wide;
        DiscPass discs;
        H4Pass h4;
        GlTexture sprite, glow;
    };
    Passes passes_;
    struct Scattering {
        explicit Scattering(const ReadAsset& read);

        LightPasses passes;
        SplatPyramid light, dust;
    };
    std::optional<Scattering> scattering_;  // created when first needed
    DustScreen dust_;

    std::vector<GLint> firsts_;  // row ranges of the last draw call; members, so that their memory is reused
    std::vector<GLsizei> counts_;
};

}  // namespace milkomeda
