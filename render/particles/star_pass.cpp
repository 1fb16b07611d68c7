#include "render/particles/star_pass.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "data/base/formation.hpp"
#include "data/base/schmidt_law.hpp"
#include "data/base/stellar_light.hpp"
#include "data/base/stellar_populations.hpp"
#include "data/base/units.hpp"
#include "render/gl/shader_facts.hpp"
#include "render/particles/resolved_stars.hpp"
#include "render/particles/visibility.hpp"

namespace milkomeda {
namespace {

// unknown_sigma() returns reference_sigma (model units) for reference_bodies bodies
constexpr float reference_bodies = 40'960, reference_sigma = 0.05f;

// largest standard deviation of a splat, as a fraction of the picture's height
constexpr float largest_sigma_in_heights = 0.06f;
// length of a diffraction spike from end to end, as a fraction of the picture's height
constexpr float spike_in_heights = 0.07f;
// share of particles with diffraction spikes; in disks only young stars have spikes
constexpr float spiked_stars = 1.0f / 300;

// definitions that select what the shaders draw, in the order of StarPass::Form
constexpr const char* form_definitions[] = {"", "#define CLUSTERS\n", "#define STARS\n", "#define SPIKES\n"};

// Light per mass in the V band, in the order of Population.
constexpr float v_light_per_mass[] = {float(disk_v_light), float(bulge_v_light), float(halo_v_light),
                                      float(gas_v_light), float(other_v_light)};

// Mean age of the stars in Myr, in the order of Population; gas has no stars.
constexpr float age_of_stars[] = {float(disk_age), float(bulge_age), float(halo_age), -1, float(other_age)};

double light_in_band(Population population, Band band) {
    constexpr std::string_view components[] = {"disk", "bulge", "halo", "gas", ""};  // in the order of Population
    return population == Population::gas ? gas_light(band)
                                         : component_light(components[static_cast<std::size_t>(population)], band);
}

// Sets the uniforms of shaders/particles/map_sums.glsl that are equal for all groups.
void set_map_sums(const ShaderProgram& program, Band band) {
    const double unit = 1 / solar_masses_per_pc2, unit_rate = 1 / SchmidtLaw::time, reference = 10;
    program.set("schmidt_law", glm::vec3{glm::dvec3{SchmidtLaw::threshold * unit, unit, unit_rate}});
    program.set("schmidt_power", static_cast<float>(SchmidtLaw::power));
    program.set("reference_rate", static_cast<float>(std::pow(reference, SchmidtLaw::power) * unit_rate));
    program.set("layer_factor", static_cast<float>(isothermal_sound_speed(1e4) *
                                                   std::sqrt(2 * SchmidtLaw::gas_share / std::numbers::pi)));
    const YoungStarColors colors = young_star_colors(band);
    program.set("young_log_ages", std::span<const float>{colors.log_ages});
    program.set("young_magnitudes", std::span<const float>{colors.magnitudes});
}

std::string definitions_of(StarPass::Form form, StarPass::Through through) {
    std::string lines = form_definitions[static_cast<std::size_t>(form)];
    if (through != StarPass::Through::nothing) lines += "#define DUST\n";
    if (through == StarPass::Through::dust && form == StarPass::Form::particles) lines += "#define DUST_IN_PIXELS\n";
    return lines;
}

float edge_in_sigmas() { return std::sqrt(2 * gaussian_edge_exponent); }

}  // namespace

float light_per_mass(Population population, bool infrared) {
    if (infrared && population == Population::gas) return 0;
    if (infrared && population != Population::halo) return 1;
    return v_light_per_mass[static_cast<std::size_t>(population)];
}

float unknown_sigma(std::size_t bodies) {
    return reference_sigma * std::cbrt(reference_bodies / std::max(static_cast<float>(bodies), 1.0f));
}

StarPass::StarPass(const ReadAsset& read, Form form, Through through, Drawn drawn)
    : program_{
          drawn == Drawn::scattered
              ? ShaderProgram::compute(read, "shaders/particles/star.comp", definitions_of(form, through))
              : ShaderProgram{read, "shaders/particles/star.vert",
                              form == Form::spikes ? "shaders/particles/spike.frag" : "shaders/particles/star.frag",
                              definitions_of(form, through)}} {}

void StarPass::use(const View& view, const Look& look, const Coloring& coloring, const Moment& moment,
                   float largest_point) const {
    program_.use();
    program_.set(view);
    program_.set("reference_distance", view.reference_distance);
    program_.set("time_offset", moment.time_offset);
    program_.set("blend", moment.blend);
    program_.set("birth_clock", static_cast<float>(myr_per_time / formation_span_myr));
    program_.set("star_clock", static_cast<float>(moment.time * myr_per_time / formation_span_myr));
    program_.set("clusters_per_particle", std::max(moment.clusters_per_particle, 1));
    program_.set("formation_power", coloring.stars.formation * max_log2_formation_rate);
    program_.set("sigma_per_smoothing_length", sigma_per_smoothing_length);
    program_.set("unknown_sigma", unknown_sigma(moment.bodies));
    program_.set("sigma_factor", look.point_size);
    program_.set("stretch", look.sub_particle.stretch);
    program_.set("largest_sigma", largest_reach(view, look, largest_point) / edge_in_sigmas());
    program_.set("narrowest_cluster", moment.narrowest_cluster);
    program_.set("spike_size", std::clamp(spike_in_heights * view.height, 4.0f, std::max(4.0f, largest_point)));
    program_.set("streaks", look.tone_mapping.streaks);
    program_.set("map_colors", static_cast<int>(map_colors(look)));
    program_.set("collects_fourth", moment.collects_fourth);
    if (has_light(map_colors(look))) set_map_sums(program_, look.density.band);
    program_.set("myr_per_time", static_cast<float>(myr_per_time));
    program_.set("model_time", static_cast<float>(moment.time));
    program_.set("drawn_squares", glm::vec2{0, std::numeric_limits<float>::max()});
    program_.set("pixel_width", 1.0f);
    program_.set("enlarging", 0.0f);
    program_.set("inner_share", glm::vec2{1});
    set_coloring(program_, coloring);
    set_resolved_stars(program_, moment.stars);
}

void StarPass::use(Width width, const LowResolutionSplats& wide) const {
    constexpr float in_pixels = LowResolutionSplats::pixel * LowResolutionSplats::narrowest_sigma,
                    edge = in_pixels * in_pixels, endless = std::numeric_limits<float>::max();
    const bool is_wide = width == Width::wide;
    program_.set("drawn_squares", glm::vec2{is_wide ? edge : 0.0f, width == Width::narrow ? edge : endless});
    program_.set("pixel_width", is_wide ? float{LowResolutionSplats::pixel} : 1.0f);
    program_.set("enlarging", is_wide ? LowResolutionSplats::enlarging : 0.0f);
    program_.set("inner_share", is_wide ? wide.inner_share() : glm::vec2{1});
}

float StarPass::largest_reach(const View& view, const Look& look, float largest_point) {
    const float wished = edge_in_sigmas() * largest_sigma_in_heights * view.height * look.point_size;
    return std::max(edge_in_sigmas(), std::min(wished, largest_point / 2));
}

void StarPass::use(const Look& look, const Coloring& coloring, const ParticleGroup& group, float stands_for) const {
    const bool is_halo = group.population == Population::halo;
    const float halo_factor = is_halo ? coloring.stars.halo_light : 1.0f;
    program_.set("spike_share", is_halo ? 0.0f : spiked_stars);
    program_.set("stands_for", stands_for);
    program_.set("age_of_stars", age_of_stars[static_cast<std::size_t>(group.population)]);
    program_.set("light_per_mass", halo_factor * light_per_mass(group.population, coloring.infrared));
    program_.set("band_light", halo_factor * static_cast<float>(light_in_band(group.population, look.density.band)));
    set_group(program_, coloring, group);
    set_visibility(program_, group.shown);
    set_resolved_stars(program_, group.population, look.sub_particle.resolved);
}

}  // namespace milkomeda
