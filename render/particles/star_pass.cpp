#include "render/particles/star_pass.hpp"

#include <algorithm>
#include <cmath>

#include "render/gl/shader_facts.hpp"

namespace milkomeda {
namespace {

// A Gaussian covers some eight others in a disk, so that the disk is smooth.
constexpr float sigma_per_smoothing_length = 0.5f;
constexpr float reference_bodies = 40'960, reference_sigma = 0.05f;  // while smoothing lengths are unknown

constexpr float largest_sigma_in_heights = 0.06f;  // of the picture
constexpr float spike_in_heights = 0.07f;          // from end to end
constexpr float spiked_stars = 1.0f / 300;  // of all; in disks the young ones, as there are more of those

}  // namespace

float light_per_mass(Population population, bool infrared) {
    if (infrared && population != Population::halo) return 1;
    switch (population) {
        case Population::disk:
            return 0.67f;  // young and old stars mixed
        case Population::bulge:
            return 0.4f;  // old ones
        case Population::halo:
            return 0.005f;  // dark, were it not for those who want to see it
        case Population::unknown:
            break;
    }
    return 0.5f;
}

StarPass::StarPass(const ReadAsset& read, Form form)
    : program_{form == Form::stars
                   ? ShaderProgram{read, "shaders/particles/star.vert", "shaders/particles/star.frag"}
                   : ShaderProgram{read, "shaders/particles/star.vert", "shaders/particles/spike.frag",
                                   "#define SPIKES\n"}} {}

void StarPass::use(const View& view, const Look& look, const Coloring& coloring, float time_offset,
                   std::size_t bodies, float largest_point) const {
    const float count = std::max(static_cast<float>(bodies), 1.0f);
    const float edge_in_sigmas = std::sqrt(2 * gaussian_edge_exponent);
    program_.use();
    program_.set(view);
    program_.set("reference_distance", view.reference_distance);
    program_.set("time_offset", time_offset);
    program_.set("sigma_per_smoothing_length", sigma_per_smoothing_length);
    program_.set("unknown_sigma", reference_sigma * std::cbrt(reference_bodies / count));
    program_.set("sigma_factor", look.point_size);
    program_.set("largest_sigma",
                 std::max(1.0f, std::min(largest_sigma_in_heights * view.height * look.point_size,
                                         largest_point / (2 * edge_in_sigmas))));
    program_.set("spike_size",
                 std::clamp(spike_in_heights * view.height, 4.0f, std::max(4.0f, largest_point)));
    program_.set("streaks", look.tone_mapping.streaks);
    set_coloring(program_, coloring);
    // Clusters are small by their light; their mass is spread as all mass is.
    if (rendering_of(look.mode) == Rendering::density)
        program_.set("color_by", static_cast<int>(ColorBy::galaxy));
}

void StarPass::use(const Coloring& coloring, const ParticleGroup& group, float stands_for) const {
    const bool is_halo = group.population == Population::halo;
    const float halo_factor = is_halo ? coloring.stars.halo_light : 1.0f;
    program_.set("spike_share", is_halo ? 0.0f : spiked_stars);
    program_.set("stands_for", stands_for);
    program_.set("light_per_mass", halo_factor * light_per_mass(group.population, coloring.infrared));
    set_group(program_, coloring, group);
}

}  // namespace milkomeda
