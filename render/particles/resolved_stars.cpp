#include "render/particles/resolved_stars.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "render/particles/coloring.hpp"

namespace milkomeda {
namespace {

// Properties of a population's brightest stars. `share`: light of a particle's thousand brightest stars,
// relative to the particle's total light. `equal`: number of stars of about equal brightness among the
// thousand. `temperature_spread`: standard deviation of the logarithm of the stars' temperatures.
struct Brightest {
    float share, equal, temperature_spread;
};

// The brightest stars of disks are blue and red supergiants, of which a few outshine all others (Freedman 1985, ApJ
// 299, 74). The brightest old stars are giants, which have a common maximum luminosity (Lee, Freedman & Madore 1993,
// ApJ 417, 553) and similar colors.
constexpr std::array<Brightest, 5> brightest_of_populations{{
    {0.55f, 1, 0.4f},   // disk
    {0.4f, 24, 0.14f},  // bulge
    {0.4f, 24, 0.14f},  // halo
    {0.55f, 1, 0.4f},   // gas
    {0.5f, 4, 0.3f},    // unknown population
}};

// Black-body colors at equal luminance, with the color contrast of photographs.
ColorTable star_colors() {
    ColorTable table = temperature_coloring().table;
    for (glm::vec3& light : table.light) light = at_equal_light(glm::pow(light, glm::vec3{1.8f}));
    return table;
}

}  // namespace

float stars_per_particle(float budget, std::size_t particles) {
    return std::clamp(budget / std::max(static_cast<float>(particles), 1.0f) - 1, 0.0f, most_stars_per_particle);
}

void set_resolved_stars(const ShaderProgram& program, float stars) {
    program.set("most_stars", stars);
    program.set("star_colors", star_colors().light);
}

void set_resolved_stars(const ShaderProgram& program, Population population, float resolved) {
    const Brightest& brightest = brightest_of_populations[static_cast<std::size_t>(population)];
    const float all = std::log(1 + most_stars_per_particle / brightest.equal);
    program.set("resolved_scale", resolved * brightest.share / all);
    // Upper limit of the share of a particle's light that its thousand brightest stars emit together.
    constexpr float most_share = 0.95f;
    const float first = resolved * brightest.share / all * std::log(1 + 1 / brightest.equal);
    program.set("most_brighter", first > 0 ? 1 + (most_share - resolved * brightest.share) / first : 1.0f);
    program.set("resolved_knee", brightest.equal);
    program.set("star_spread", brightest.temperature_spread);
}

}  // namespace milkomeda
