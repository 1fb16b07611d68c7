#include "render/particles/particle_renderer.hpp"

#include <algorithm>
#include <cmath>

#include "render/gl/eye_channels.hpp"
#include "render/gl/native_gl.hpp"
#include "render/gl/shader_facts.hpp"
#include "render/particles/resolved_stars.hpp"
#include "render/particles/sprite_style.hpp"
#include "render/particles/visibility.hpp"

namespace milkomeda {
namespace {

// Activates the program of a directly rendered draw mode and sets the uniforms of shaders/particles/particle.vert.
void use_sprites(const ShaderProgram& program, const SpriteStyle& style, const View& view, const Look& look,
                 const ParticleFrame& frame, float largest_point) {
    const float largest_size = std::clamp(style.largest_size * look.point_size * view.height, style.smallest_size,
                                          std::max(style.smallest_size, largest_point));
    program.use();
    program.set(view);
    program.set("time_offset", frame.time_offset);
    program.set("world_size", style.size * look.point_size);
    program.set("smallest_size", style.smallest_size);
    program.set("largest_size", std::max(style.smallest_size, frame.largest_sprite * largest_size));
    program.set("whole_pixels", style.whole_pixels);
    // A larger point size f multiplies the drawn area by f^2 but divides the brightness only by f. Division by f^2
    // would make points invisible after repeated enlarging.
    program.set("brightness", style.brightness * look.brightness / look.point_size);
    program.set("color", look.sprite_color);
    program.set("colored_by_velocity", row_of(look.mode).colored_by_velocity);
}

std::map<std::string_view, ShaderProgram> direct_programs(const ReadAsset& read) {
    std::map<std::string_view, ShaderProgram> programs;
    for (const DrawModeRow& mode : draw_modes)
        if (!mode.fragment_shader.empty() && !programs.contains(mode.fragment_shader))
            programs.emplace(mode.fragment_shader,
                             ShaderProgram{read, "shaders/particles/particle.vert", std::string{mode.fragment_shader}});
    return programs;
}

}  // namespace

std::size_t rows_to_draw(std::size_t count, float share) {
    constexpr std::size_t least_rows = 256;
    const double part = std::ceil(double{share} * static_cast<double>(count));
    return std::min(count, std::max(static_cast<std::size_t>(part), least_rows));
}

int clusters_per_particle(std::size_t rows) {
    constexpr std::size_t clusters_per_picture = 120'000, least = 2, most = 8;
    return rows == 0 ? 0 : static_cast<int>(std::clamp(clusters_per_picture / rows, least, most));
}

ParticleRenderer::ParticleRenderer(std::span<const std::byte> positions, std::span<const std::byte> velocities,
                                   const ReadAsset& read)
    : read_{read},
      columns_{positions, velocities},
      in_software_{draws_in_software()},
      largest_point_{largest_point_size()},
      passes_{read} {}

void ParticleRenderer::reload(const ReadAsset& read) {
    // All shaders and sprites are loaded before any member is replaced, so that exceptions change nothing.
    Passes passes{read};
    std::optional<Scattering> scattering;
    if (scattering_) scattering.emplace(read);
    read_ = read;
    passes_ = std::move(passes);
    scattering_ = std::move(scattering);
}

ParticleRenderer::StarPasses::StarPasses(const ReadAsset& read, StarPass::Form form, StarPass::Drawn drawn)
    : bare{read, form, StarPass::Through::nothing, drawn}, in_dust{read, form, StarPass::Through::dust, drawn} {}

ParticleRenderer::LightPasses::LightPasses(const ReadAsset& read, StarPass::Drawn drawn)
    : particles{read, StarPass::Form::particles, drawn},
      clusters{read, StarPass::Form::clusters, drawn},
      stars{read, StarPass::Form::stars, drawn},
      clouds{read, drawn == StarPass::Drawn::scattered} {}

ParticleRenderer::Passes::Passes(const ReadAsset& read)
    : direct{direct_programs(read)},
      points{read, StarPass::Drawn::as_points},
      particles_in_coarse_dust{read, StarPass::Form::particles, StarPass::Through::dust_at_center},
      spikes{read, StarPass::Form::spikes, StarPass::Drawn::as_points},
      wide{read},
      discs{read},
      h4{read},
      sprite{light_texture("assets/sprite.png", read("assets/sprite.png"))},
      glow{light_texture("assets/glow.png", read("assets/glow.png"))} {}

ParticleRenderer::Scattering::Scattering(const ReadAsset& read)
    : passes{read, StarPass::Drawn::scattered}, light{read}, dust{read} {}

void ParticleRenderer::draw(const View& view, const Look& look, const ParticleFrame& frame, const glm::ivec2& corner) {
    // Light is additive, so particles need no sorting by depth. In sprite modes, a sprite covers a part of the light of
    // earlier rows, at any depth.
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE);
    if (rendering_of(look.mode) == Rendering::solid) {
        const auto timed = measure(frame.timers, "particles");
        passes_.discs.draw(view, frame.time_offset, columns_, frame.groups);
    } else if (map_colors(look) == MapColors::h4) {
        draw_h4(view, look, frame, corner);
    } else if (is_hdr(look.mode)) {
        draw_hdr(view, look, frame, corner);
    } else {
        draw_directly(view, look, frame);
    }
    glUseProgram(0);
    glDisable(GL_BLEND);
}

void ParticleRenderer::draw_directly(const View& view, const Look& look, const ParticleFrame& frame) {
    const DrawModeRow& mode = row_of(look.mode);
    // Sprites of a nucleus overlap so often that the sum of their light would be white. Each sprite therefore covers a
    // part of the light that earlier rows have drawn (shaders/particles/sprite.frag).
    if (mode.has_haze) glBlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
    const EyeChannels channels{view.light_for_eye};  // A sprite must not cover the light for the other eye.
    const ShaderProgram& program = passes_.direct.at(mode.fragment_shader);
    const auto use = [&](const SpriteStyle& style) { use_sprites(program, style, view, look, frame, largest_point_); };
    glActiveTexture(GL_TEXTURE0);
    // 8-bit light saturates, so the sprite style must suit the number of drawn bodies; bodies of hidden components
    // count, too.
    const auto drawn = static_cast<std::size_t>(double{frame.share} * static_cast<double>(columns_.bodies));
    {
        const auto timed = measure(frame.timers, "particles");
        use(style_of(look.mode, drawn));
        glBindTexture(GL_TEXTURE_2D, passes_.sprite.name());
        draw_rows(program, frame, frame.share, 1, columns_.all_rows);
    }
    if (mode.has_haze) {
        const auto timed = measure(frame.timers, "haze");
        use(style_of_glow(columns_.bodies));
        glBindTexture(GL_TEXTURE_2D, passes_.glow.name());
        draw_rows(program, frame, 1, columns_.glow_step, columns_.glowing_rows);
    }
    glBindTexture(GL_TEXTURE_2D, 0);
}

void ParticleRenderer::draw_star_pass(const HdrFrame& hdr, const StarPass& pass, int instances, StarPass::Width width,
                                      bool scattered) {
    pass.use(hdr.view, hdr.look, hdr.frame.coloring, hdr.moment, largest_point_);
    pass.use(width, passes_.wide);
    if (hdr.in_dust) set_depths(pass.program(), hdr.view);
    if (hdr.in_dust && width == StarPass::Width::wide)
        dust_.show(pass.program(), passes_.wide.seen(hdr.view), passes_.wide.corner(), 0);
    else if (hdr.in_dust)
        dust_.show(pass.program(), hdr.view, hdr.corner, 0);
    if (scattered)
        columns_.show_to_compute(pass.program());
    else
        glBindVertexArray(columns_.all_rows.name());
    for (const ParticleGroup& group : hdr.frame.groups) {
        const DrawnRows rows = drawn_rows(group, hdr.frame.share);
        if (rows.count == 0) continue;
        pass.use(hdr.look, hdr.frame.coloring, group, rows.stands_for);
        const auto first = static_cast<int>(rows.first), count = static_cast<int>(rows.count);
        if (scattered)
            scattering_->light.add(pass.program(), first, count, instances);
        else
            glDrawArraysInstanced(GL_POINTS, first, count, instances);
    }
    glBindVertexArray(0);
}

void ParticleRenderer::draw_particles(const HdrFrame& hdr, const StarPasses& passes) {
    const auto timed = measure(hdr.frame.timers, "particles");
    const bool is_coarse = hdr.in_dust && hdr.frame.dust == DustQuality::coarse;
    if (hdr.scattered) {
        // Dust dims each pixel of a pyramid level as a whole, so no pixel of a level may be wider than a pixel of the
        // dust screen.
        constexpr int widest_in_fine_dust = 2, widest_in_coarse_dust = 4;
        scattering_->light.begin(!hdr.in_dust ? SplatPyramid::most
                                 : is_coarse  ? widest_in_coarse_dust
                                              : widest_in_fine_dust);
        draw_star_pass(hdr, passes.seen(hdr.in_dust), 1, StarPass::Width::all, true);
        return;
    }
    const StarPass& pass = is_coarse ? passes_.particles_in_coarse_dust : passes.seen(hdr.in_dust);
    passes_.wide.begin(StarPass::largest_reach(hdr.view, hdr.look, largest_point_));
    draw_star_pass(hdr, pass, 1, StarPass::Width::wide, false);
    passes_.wide.end();
    draw_star_pass(hdr, pass, 1, StarPass::Width::narrow, false);
}

void ParticleRenderer::draw_hdr(const View& view, const Look& look, const ParticleFrame& frame,
                                const glm::ivec2& corner) {
    // attribute values for particle sets without these columns
    glVertexAttrib1f(vertical_rank_location, unknown_vertical_rank);
    glVertexAttrib4f(ellipsoid_location, 0, 0, 0, 0);
    glVertexAttrib4f(former_ellipsoid_location, 0, 0, 0, 0);
    const bool in_dust = shows_dust(look) && frame.dust != DustQuality::off, scattered = scatters(view, frame);
    if (scattered && !scattering_) scattering_.emplace(read_);
    const LightPasses& passes = scattered ? scattering_->passes : passes_.points;
    if (in_dust)
        draw_dust(view, look, frame, scattered);
    else
        dust_.clear();
    const float stars = stars_per_particle_of(look, frame);
    const int clusters = clusters_per_particle_of(look, frame);
    const HdrFrame hdr{view,
                       look,
                       frame,
                       corner,
                       in_dust,
                       scattered,
                       {.time_offset = frame.time_offset,
                        .time = frame.time,
                        .blend = frame.blend,
                        .bodies = columns_.bodies,
                        .clusters_per_particle = clusters,
                        .stars = stars,
                        .narrowest_cluster = frame.narrowest_cluster,
                        .collects_fourth = frame.collects_fourth}};
    draw_particles(hdr, passes.particles);
    if (clusters > 0) {
        const auto timed = measure(frame.timers, "clusters");
        draw_star_pass(hdr, passes.clusters.seen(in_dust), clusters, StarPass::Width::all, scattered);
    }
    if (stars > 0) {
        const auto timed = measure(frame.timers, "resolved");
        draw_star_pass(hdr, passes.stars.seen(in_dust), static_cast<int>(std::ceil(stars)), StarPass::Width::all,
                       scattered);
    }
    if (scattered) {
        const auto timed = measure(frame.timers, "particles");
        scattering_->light.end();
    }
    if (rendering_of(look.mode) == Rendering::photograph && look.tone_mapping.streaks > 0) {
        const auto timed = measure(frame.timers, "streaks");
        draw_star_pass(hdr, passes_.spikes.seen(in_dust), 1, StarPass::Width::all, false);
    }
}

void ParticleRenderer::draw_h4(const View& view, const Look& look, ParticleFrame frame, const glm::ivec2& corner) {
    draw_hdr(view, look, frame, corner);
    passes_.h4.take_moments();
    frame.collects_fourth = true;
    draw_hdr(view, look, frame, corner);
    passes_.h4.combine();
}

float ParticleRenderer::stars_per_particle_of(const Look& look, const ParticleFrame& frame) const {
    if (rendering_of(look.mode) != Rendering::photograph || look.sub_particle.resolved == 0) return 0;
    std::size_t drawn = 0;
    for (const ParticleGroup& group : frame.groups) drawn += drawn_rows(group, frame.share).count;
    return stars_per_particle(frame.most_stars, drawn);
}

int ParticleRenderer::clusters_per_particle_of(const Look& look, const ParticleFrame& frame) const {
    if (!is_natural(look) || frame.coloring.stars.young_share + frame.coloring.stars.hii_share == 0) return 0;
    std::size_t rows = 0;
    for (const ParticleGroup& group : frame.groups)
        if (group.forms_stars()) rows += drawn_rows(group, frame.share).count;
    return clusters_per_particle(rows);
}

bool ParticleRenderer::scatters(const View& view, const ParticleFrame& frame) const {
    // Below this number of particles, points are as fast as compute shaders, and points add light in a fixed order.
    constexpr std::size_t least_rows = 4096;
    std::size_t rows = 0;
    for (const ParticleGroup& group : frame.groups) rows += group.count;
    using Scatter = ParticleFrame::Scatter;
    const bool wanted = frame.scatter == Scatter::always ||
                        (frame.scatter == Scatter::where_faster && !in_software_ && rows >= least_rows);
    return wanted && SplatPyramid::possible(glm::ivec2{view.width, view.height});
}

void ParticleRenderer::draw_dust(const View& view, const Look& look, const ParticleFrame& frame, bool scattered) {
    const auto timed = measure(frame.timers, "dust");
    const int coarseness = frame.dust == DustQuality::coarse ? 4 : 2;
    dust_.begin(view, coarseness);
    const CloudPass& pass = scattered ? scattering_->passes.clouds : passes_.points.clouds;
    pass.use(view, coarseness, frame.time_offset, sigma_per_smoothing_length, unknown_sigma(columns_.bodies),
             largest_point_);
    pass.program().set("blend", frame.blend);
    const GlBuffer& dusty_indices = columns_.dusty.below(look.dust.share);
    if (scattered) {
        scattering_->dust.begin();
        columns_.show_to_compute(pass.program());
        pass.program().set("has_vertical_rank", false);  // because the listed rows use the binding of the ranks
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, listed_rows_binding, dusty_indices.name());
    } else {
        glBindVertexArray(columns_.all_rows.name());
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, dusty_indices.name());
    }
    for (const ParticleGroup& group : frame.groups) {
        // The dust of gas is hidden together with the gas.
        if (!group.forms_stars() || !group.shown.others || !(group.mass > 0)) continue;
        const DrawnRows rows = drawn_rows(group, frame.share);
        const RowRange dusty = columns_.dusty.part(rows.first, rows.count);
        if (dusty.count == 0) continue;
        const int clouds = pass.use(group, rows.stands_for, look.dust);
        if (scattered) {
            scattering_->dust.add(pass.program(), static_cast<int>(dusty.first), static_cast<int>(dusty.count), clouds);
            continue;
        }
        glDrawElementsInstanced(GL_POINTS, static_cast<GLsizei>(dusty.count), GL_UNSIGNED_INT,
                                reinterpret_cast<const void*>(dusty.first * sizeof(unsigned)), clouds);
    }
    glBindVertexArray(0);
    if (scattered) scattering_->dust.end();
    dust_.end();
}

ParticleRenderer::DrawnRows ParticleRenderer::drawn_rows(const ParticleGroup& group, float share) const {
    const std::size_t first = std::min(group.first, columns_.bodies);
    const std::size_t count = std::min(group.count, columns_.bodies - first);
    const std::size_t drawn = rows_to_draw(count, share);
    return {first, drawn, static_cast<float>(count) / static_cast<float>(std::max<std::size_t>(drawn, 1))};
}

// Draws every step-th row of all groups. One draw command draws all groups with equal visibility.
void ParticleRenderer::draw_rows(const ShaderProgram& program, const ParticleFrame& frame, float share,
                                 std::size_t step, const GlVertexArray& rows) {
    glBindVertexArray(rows.name());
    for (const ShownBodies& shown : {all_bodies, ShownBodies{true, false}, ShownBodies{false, true}}) {
        firsts_.clear();
        counts_.clear();
        for (const ParticleGroup& range : frame.groups) {
            const DrawnRows drawn = drawn_rows(range, share);
            const std::size_t first = (drawn.first + step - 1) / step;
            const std::size_t last = (drawn.first + drawn.count + step - 1) / step;
            if (range.shown != shown || first == last) continue;
            firsts_.push_back(static_cast<GLint>(first));
            counts_.push_back(static_cast<GLsizei>(last - first));
        }
        set_visibility(program, shown);
        glMultiDrawArrays(GL_POINTS, firsts_.data(), counts_.data(), static_cast<GLsizei>(firsts_.size()));
    }
    glBindVertexArray(0);
}

}  // namespace milkomeda
