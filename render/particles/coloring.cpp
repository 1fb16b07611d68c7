#include "render/particles/coloring.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "render/particles/color_map.hpp"

namespace milkomeda {
namespace {

// Temperatures of a galaxy component's stars in kelvin: `inner` at the center, `outer` at large radii. `spread` is the
// standard deviation of the logarithm of the temperature.
struct Temperatures {
    float inner, outer, spread;
};

constexpr std::array<Temperatures, 5> temperatures_of_populations{{
    {6000, 13'000, 0.2f},    // disk
    {4700, 4950, 0.12f},     // bulge: B-V of about 1.0 and 0.9, because the outer stars are poorer in metals
    {6300, 6300, 0},         // halo: bluish gray, unlike stars; used only if the user shows the halo
    {11'000, 13'000, 0.2f},  // gas: stars that have just formed
    {4800, 6500, 0.2f},      // unknown population
}};

const Temperatures& temperatures_of(Population population) {
    return temperatures_of_populations[static_cast<std::size_t>(population)];
}

// A disk contains four kinds of stars: old and young, inner and outer. Disks become bluer outward, because
// outer stars are younger and poorer in metals (de Jong 1996, A&A 313, 377: B-V from about 0.9 to 0.5). The
// thick, old layer is redder than the thin layer (Dalcanton & Bernstein 2002, AJ 124, 1328). Values are B-V.
struct DiskStars {
    float inner_old = 0.98f, outer_old = 0.8f, inner_young = 0.72f, outer_young = 0.32f;
};
// mean share of young stars: coloring.glsl uses the share (1 - vertical rank)^2; ranks are uniform from 0 to 1
constexpr float mean_young = 1.0f / 3;
// Mean of exp(-r / half-mass radius) over an exponential disk; the half-mass radius is 1.678 scale lengths.
constexpr float mean_innerness = 0.3926f;

// Returns the temperature of a black body with the color index B-V (Ballesteros 2012, EPL 97, 34008).
float kelvin_of(float b_v) { return 4600 * (1 / (0.92f * b_v + 1.7f) + 1 / (0.92f * b_v + 0.62f)); }

// Returns the V-band luminosity per mass in solar units (Bell & de Jong 2001, ApJ 550, 212, table 1).
float luminosity_per_mass(float b_v) { return std::pow(10.0f, 0.734f - 1.404f * b_v); }

constexpr float young_kelvin = 18'000;
// Exponent that increases the saturation of colors, because photographs show stronger colors than the eye sees.
constexpr float photographic_contrast = 1.8f;
// Exponent for star clusters, whose colors are less saturated, because photographs overexpose star clusters.
constexpr float cluster_contrast = 1.3f;
// Color of H II regions: H-alpha with some H-beta and [O III], and the continuum of the stars inside.
constexpr glm::vec3 hii_light{1, 0.35f, 0.45f};

// Difference of B-V that distinguishes the disks of galaxies. Galaxies of odd index (1 is Andromeda) are redder than
// galaxies of even index (0 is the Milky Way), as M 31 is 0.1 to 0.2 redder than the Milky Way (Licquia, Newman &
// Brinchmann 2015, ApJ 809, 96). The difference is half as large outside, because the outer disks of all galaxies are
// young and poor in metals.
float redder(int galaxy) { return galaxy % 2 == 0 ? -0.04f : 0.08f; }

// Colors distinguishable with all types of color vision (Okabe & Ito 2008, "Color universal design").
constexpr glm::vec3 galaxy_colors[] = {
    {86, 180, 233}, {230, 159, 0}, {0, 158, 115}, {213, 94, 0}, {204, 121, 167}, {240, 228, 66},
};

// Returns the color of a black body with the white balance of galaxy photographs: sunlike stars are white.
glm::vec3 balanced(float kelvin) {
    constexpr float suns_kelvin = 5772;
    return at_equal_light(
        glm::pow(black_body_light(kelvin) / black_body_light(suns_kelvin), glm::vec3{photographic_contrast}));
}

// Light per mass of the four kinds of stars in a galaxy component, relative to the component's mean.
struct ComponentLight {
    glm::vec3 inner_old, outer_old, inner_young, outer_young;

    glm::vec3 mixed(float innerness, float young) const {
        return glm::mix(glm::mix(outer_old, inner_old, innerness), glm::mix(outer_young, inner_young, innerness),
                        young);
    }
};

ComponentLight light_of_kinds(const ParticleGroup& group, bool infrared) {
    if (group.population != Population::disk) {
        const Temperatures temperatures = temperatures_of(group.population);
        const glm::vec3 inner = balanced(temperatures.inner), outer = balanced(temperatures.outer);
        return {inner, outer, inner, outer};
    }
    // In the infrared, all kinds of stars emit about the same light per mass.
    const auto light = [&](float b_v) { return (infrared ? 1 : luminosity_per_mass(b_v)) * balanced(kelvin_of(b_v)); };
    constexpr DiskStars stars;
    const float more = redder(group.galaxy);
    ComponentLight kinds{light(stars.inner_old + more), light(stars.outer_old + more / 2),
                         light(stars.inner_young + more), light(stars.outer_young + more / 2)};
    const float mean = luminance(kinds.mixed(mean_innerness, mean_young));
    for (glm::vec3* const kind : {&kinds.inner_old, &kinds.outer_old, &kinds.inner_young, &kinds.outer_young})
        *kind /= mean;
    return kinds;
}

// Returns the share of a component's light that one kind of stars emits. `share` is the fraction of particles of this
// kind, and `brightness` their light relative to the mean. The result is at most `most`, so that all other stars keep
// some light.
float share_of_light(float share, float brightness, float most) { return std::min(share * brightness, most); }

float scale_of(const Coloring& coloring, float number) {
    // light_color() in shaders/particles/coloring.glsl uses the same scale.
    return coloring.logarithmic ? std::log(std::max(number, 1e-30f)) : number;
}

float step_of(const Coloring& coloring) {
    return 1 / (scale_of(coloring, coloring.most) - scale_of(coloring, coloring.least));
}

// In galaxies with gas, the stars of the last 500 million years shine from the gas, and the disk keeps the older part
// of its young stars.
float young_factor(const ParticleGroup& group) {
    constexpr float older = 0.4f;
    return group.population == Population::disk && !group.forms_stars() ? older : 1;
}

// Shares of the particles of gas that show star clusters and nebulae, and their brightness factors. A quarter of the
// light of young stars comes from clusters and nebulae, and the rest from stars between them.
struct GasStars {
    float young_share, hii_share;
    StarBrightness brightness;
};

GasStars gas_stars(const Stars& stars) {
    // A particle of gas represents more gas than a particle of a disk, so it more often has clusters.
    constexpr float more = 4, light_of_clusters = 0.2f, light_of_nebulae = 0.06f;
    const float young = std::min(more * stars.young_share, 0.6f), hii = std::min(more * stars.hii_share, 0.3f);
    const float clusters = young > 0 ? light_of_clusters : 0, nebulae = hii > 0 ? light_of_nebulae : 0;
    return {young, hii, {young > 0 ? clusters / young : 0, hii > 0 ? nebulae / hii : 0, 1 - clusters - nebulae}};
}

}  // namespace

glm::vec3 color_of_component(const ParticleGroup& group, float radius) {
    return at_equal_light(light_of_component(group, radius));
}

glm::vec3 light_of_component(const ParticleGroup& group, float radius, float vertical_rank, float rate) {
    // Mirrors component_light() in shaders/particles/coloring.glsl.
    const float usual =
        young_factor(group) * (vertical_rank < 0 ? mean_young : (1 - vertical_rank) * (1 - vertical_rank));
    const float young = std::min(usual * std::clamp(std::sqrt(rate), 0.1f, 2.5f), 1.0f);
    return light_of_kinds(group, false).mixed(std::exp(-radius / group.radius), young);
}

glm::vec3 color_of_galaxy(int galaxy) {
    const std::size_t count = std::size(galaxy_colors);
    return at_equal_light(linear_from_srgb(galaxy_colors[static_cast<std::size_t>(galaxy) % count] / 255.0f));
}

glm::vec3 color_of_direction(const glm::vec3& velocity) { return at_equal_light(glm::abs(velocity)); }

glm::vec3 color_of_young_stars() {
    return at_equal_light(glm::pow(black_body_light(young_kelvin), glm::vec3{cluster_contrast}));
}

glm::vec3 color_of_hii_regions() { return at_equal_light(hii_light); }

Coloring temperature_coloring() {
    Coloring coloring{.by = ColorBy::temperature, .least = 2500, .most = 25'000, .logarithmic = true};
    for (std::size_t i = 0; i < ColorTable::size; ++i) {
        const float share = static_cast<float>(i) / static_cast<float>(ColorTable::size - 1);
        coloring.table.light[i] = black_body_light(coloring.least * std::pow(coloring.most / coloring.least, share));
    }
    return coloring;
}

StarBrightness brightness_of(const Stars& stars) {
    const float young = share_of_light(stars.young_share, 2.2f, 0.35f);
    const float hii = share_of_light(stars.hii_share, 1.2f, 0.25f);
    return {stars.young_share > 0 ? young / stars.young_share : 0, stars.hii_share > 0 ? hii / stars.hii_share : 0,
            1 - young - hii};
}

void set_coloring(const ShaderProgram& program, const Coloring& coloring) {
    program.set("color_by", static_cast<int>(coloring.by));
    program.set("most_pure", most_pure);
    program.set("color_table", coloring.table.light);
    program.set("table_start", scale_of(coloring, coloring.least));
    program.set("table_step", step_of(coloring));
    program.set("logarithmic", coloring.logarithmic);
    program.set("known", coloring.known);
    program.set("shown_attribute", shown_attribute(coloring.by));
}

void set_group(const ShaderProgram& program, const Coloring& coloring, const ParticleGroup& group) {
    const bool young = group.forms_stars() && !coloring.infrared, is_gas = group.population == Population::gas;
    const GasStars of_gas = gas_stars(coloring.stars);
    const StarBrightness brightness = is_gas ? of_gas.brightness : brightness_of(coloring.stars);
    const float young_share = is_gas ? of_gas.young_share : coloring.stars.young_share;
    const float hii_share = is_gas ? of_gas.hii_share : coloring.stars.hii_share;
    const Temperatures temperatures = temperatures_of(group.population);
    program.set("is_gas", is_gas);
    program.set("young_factor", young_factor(group));
    program.set("young_share", young ? young_share : 0.0f);
    program.set("hii_share", young ? hii_share : 0.0f);
    program.set("young_light", brightness.young * color_of_young_stars());
    program.set("hii_light", brightness.hii * color_of_hii_regions());
    program.set("old_brightness", young ? brightness.other : 1.0f);
    const ComponentLight kinds = light_of_kinds(group, coloring.infrared);
    program.set("inner_old_light", kinds.inner_old);
    program.set("outer_old_light", kinds.outer_old);
    program.set("inner_young_light", kinds.inner_young);
    program.set("outer_young_light", kinds.outer_young);
    program.set("group_radius", group.radius);
    program.set("galaxy_light", color_of_galaxy(group.galaxy));
    program.set("inner_kelvin", temperatures.inner);
    program.set("outer_kelvin", temperatures.outer);
    program.set("kelvin_spread", temperatures.spread);
    program.set("young_kelvin", young_kelvin);
    program.set("hash_offset", group.hash_offset);
}

}  // namespace milkomeda
