#include "render/dust/cloud_pass.hpp"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

#include "data/base/formation.hpp"
#include "data/base/units.hpp"
#include "render/dust/dust_screen.hpp"
#include "render/gl/shader_facts.hpp"

namespace milkomeda {
namespace {

// half-mass radius of an exponential disk, in scale lengths
constexpr float half_radius_in_scale_lengths = 1.678f;
// largest standard deviation of a cloud, as a fraction of the picture's height
constexpr float largest_sigma_in_heights = 0.1f;

// Scale length of dust in units of the scale length of the stars (Xilouris et al. 1999, A&A 344, 868).
constexpr float dust_scale_length = 1.4f;
// Area that dust of effective optical depth 1 covers, per unit mass of gas at the center of a galaxy. The extinction is
// one magnitude in V for 1.87e21 hydrogen atoms per square centimeter (Bohlin, Savage & Drake 1978, ApJ 224, 132), or
// 20 solar masses of gas per square parsec: an optical depth of 1 for 22. See central_optical_depth for scattering.
constexpr float opacity_of_gas = static_cast<float>(central_optical_depth * solar_masses_per_pc2 / 22);
// The share of dust falls like the share of metals, by a factor of e in 2.5 scale lengths of the stars, or 1.67 scale
// lengths of the gas (Maciel & Costa 2009, IAU Symp. 254, 38P, of 0.05 dex per kiloparsec in the Milky Way).
constexpr float metal_decrease = 0.6f;

// Returns the number of clouds per particle, such that a disk has about 20,000 clouds. This number is enough
// to show filaments; a picture could not resolve more clouds.
int clouds_of(std::size_t rows) {
    constexpr std::size_t clouds_per_disk = 20'000, least = 3, most = 7;
    return static_cast<int>(std::clamp(clouds_per_disk / std::max<std::size_t>(rows, 1), least, most));
}

}  // namespace

CloudPass::CloudPass(const ReadAsset& read, bool scattered)
    : program_{scattered ? ShaderProgram::compute(read, "shaders/dust/cloud.comp")
                         : ShaderProgram{read, "shaders/dust/cloud.vert", "shaders/particles/star.frag"}} {}

void CloudPass::use(const View& view, int coarseness, float time_offset, float sigma_per_smoothing_length,
                    float unknown_sigma, float largest_point) const {
    const float pixel = static_cast<float>(coarseness);
    View coarse = view;
    coarse.pixels_at_unit_distance /= pixel;
    const float edge_in_sigmas = std::sqrt(2 * gaussian_edge_exponent);
    program_.use();
    program_.set(coarse);
    set_depths(program_, view);
    program_.set("time_offset", time_offset);
    program_.set("sigma_per_smoothing_length", sigma_per_smoothing_length);
    program_.set("unknown_sigma", unknown_sigma);
    program_.set("largest_sigma", std::max(1.0f, std::min(largest_sigma_in_heights * view.height / pixel,
                                                          largest_point / (2 * edge_in_sigmas))));
}

int CloudPass::use(const ParticleGroup& disk, float stands_for, const Dust& dust) const {
    const bool is_gas = disk.population == Population::gas;
    const float share = is_gas ? 1 : dust.share;
    const int clouds = clouds_of(static_cast<std::size_t>(share * static_cast<float>(disk.count) / stands_for));
    const float scale_length = disk.radius / half_radius_in_scale_lengths;
    const float of_disk = central_optical_depth * glm::two_pi<float>() * scale_length * scale_length / disk.mass;
    program_.set("stands_for", stands_for);
    program_.set("dust_share", share);
    program_.set("clouds", clouds);
    program_.set("scale_length", scale_length);
    program_.set("opacity", dust.amount * (is_gas ? opacity_of_gas : of_disk));
    program_.set("dust_growth", is_gas ? -metal_decrease : 1 - 1 / dust_scale_length);
    program_.set("axis", disk.axis);
    program_.set("drift", disk.drift);
    program_.set("hash_offset", disk.hash_offset);
    program_.set("most_log2_rate", is_gas ? 0.0f : max_log2_formation_rate);
    return clouds;
}

}  // namespace milkomeda
